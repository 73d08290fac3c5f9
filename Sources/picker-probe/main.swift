internal import PickerHost

// Tries one plugin in a process of its own and reports what it is; see ProbeProcess in PickerHost.
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

exit(ProbeCommand.run(arguments: CommandLine.arguments))
