internal import PickerHost

// Serves one plugin to the host that started it; see WorkerCommand in PickerHost.
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

exit(WorkerCommand.run(arguments: CommandLine.arguments))
