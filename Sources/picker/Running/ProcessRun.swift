internal import ArgumentParser
internal import PhotoModel
internal import PickerHost
internal import Platform

/// One run of the program: from arguments to an exit code.
enum ProcessRun {
    static func run(_ arguments: [String], signals: SignalInbox) async -> Int32 {
        Signal.brokenPipe.ignore()  // A closed pipe is an error of a write, which ends the program quietly.
        do {
            try CommandWords.check(arguments)
            var command = try parsed(arguments)
            if var command = command as? any InterruptibleCommand {
                return try await command.run(signals: signals).rawValue
            }
            try command.run()
            return ExitStatus.done.rawValue
        } catch {
            return report(error)
        }
    }

    /// The command that the arguments name, with its options.
    ///
    /// The parser builds the options of every subcommand before it looks at the first argument, and in debug builds
    /// checks them all: 0.15 s of each process. What is right for the subcommand alone is right; help and mistakes are
    /// left to the whole, which knows how the program is called.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        guard let name = arguments.first, let named = Picker.command(named: name),
            let command = try? named.parseAsRoot(Array(arguments.dropFirst()))
        else {
            return try Picker.parseAsRoot(arguments)
        }
        // The parser's own `help` is none of these.
        let isOurs = ([named] + named.configuration.subcommands).contains { type(of: command) == $0 }
        return isOurs ? command : try Picker.parseAsRoot(arguments)
    }

    /// Ends the process without waiting for threads that are still in a codec.
    static func exit(_ code: Int32) -> Never {
        StandardOutput.shared.flush()
        CurrentProcess.flushStreams()
        ScratchFolder.removeAll()
        CurrentProcess.exitAtOnce(code)
    }

    private static func report(_ error: any Error) -> Int32 {
        guard let failure = CommandFailure(error) else { return reportParsing(error) }
        if failure.status != .interrupted, !failure.message.isEmpty { explain(failure.message) }
        return failure.status.rawValue
    }

    /// One line, whatever the names in it hold.
    private static func explain(_ message: String) { StandardError.line("picker: \(TextFormat.oneLine(message))") }

    /// Help and version are "errors" of the argument parser that end well.
    private static func reportParsing(_ error: any Error) -> Int32 {
        let code = Picker.exitCode(for: error)
        let text = Picker.fullMessage(for: error)
        guard code != .success else {
            StandardOutput.shared.write(text + "\n")
            return ExitStatus.done.rawValue
        }
        // The parser's text ends with: See 'picker assets --help' for more information.
        let help = text.split(separator: "'").last { $0.hasPrefix("picker") && $0.hasSuffix("--help") }
        explain("\(Picker.message(for: error)); see \(help ?? "picker --help")")
        return code == .validationFailure ? ExitStatus.usage.rawValue : ExitStatus.internalError.rawValue
    }
}
