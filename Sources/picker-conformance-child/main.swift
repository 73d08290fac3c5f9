internal import ConformanceKit

// Runs one check over a plugin in a process of its own; see CheckProcess in ConformanceKit.
CheckCommand.run(arguments: CommandLine.arguments)
