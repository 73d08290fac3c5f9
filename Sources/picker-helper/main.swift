internal import BackendWorker
internal import PickerHost
internal import Platform
internal import VideoConversion

// ThreadSanitizer's build is without it; see Package.swift.
#if canImport(ConformanceKit)
internal import ConformanceKit
#endif

// Runs one task in a process of its own: trying, serving or checking a plugin, or converting a file. Picker starts this
// program; it is not meant for people.
let arguments = CommandLine.arguments
switch arguments.dropFirst().first.flatMap(HelperProgram.Task.init) {
case .probe where arguments.count == 3: ProbeCommand.run(plugin: arguments[2])
case .probe where arguments.count == 4 && arguments[3] == ProbeCommand.confined:
    ProbeCommand.run(plugin: arguments[2], isConfined: true)
case .worker where arguments.count == 3: WorkerCommand.run(plugin: arguments[2])
#if canImport(ConformanceKit)
case .check where arguments.count == 3: CheckCommand.run(order: arguments[2])
#endif
case .convert where arguments.count == 2: ConversionCommand.run()
default:
    let usage =
        "usage: picker-helper probe PLUGIN [confined] | worker PLUGIN | check ORDER | convert; Picker starts it by itself\n"
    try? Descriptor.standardError.write(Array(usage.utf8))
    CurrentProcess.exit(HelperProgram.usageExit)
}
