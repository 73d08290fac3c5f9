internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// One run of the program: from arguments to an exit code.
enum ProcessRun {
    static func run(_ arguments: [String], signals: SignalInbox) async -> Int32 {
        signal(SIGPIPE, SIG_IGN)  // A closed pipe is an error of a write, which ends the program quietly.
        do {
            var command = try Picker.parseAsRoot(arguments)
            if var command = command as? any InterruptibleCommand {
                return try await command.run(signals: signals).rawValue
            }
            try command.run()
            return ExitStatus.done.rawValue
        } catch {
            return report(error)
        }
    }

    /// Ends the process without waiting for threads that are still in a codec.
    static func exit(_ code: Int32) -> Never {
        StandardOutput.shared.flush()
        fflush(nil)
        _exit(code)
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
