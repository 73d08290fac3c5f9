package import ArgumentParser
internal import PhotoModel
internal import PickerHost
internal import Platform

/// One run of the program: from arguments to an exit code.
package enum ProcessRun {
    /// Runs the command that the arguments of this process name, and ends the process.
    ///
    /// - Parameters:
    ///   - command: makes the command from the arguments. Its errors are printed.
    ///   - root: the command whose help explains what is wrong with arguments.
    package static func main(
        _ command: ([String]) throws -> sending any ParsableCommand, explaining root: any ParsableArguments.Type
    ) -> Never {
        prepare()
        do {
            var command = try command(ArgumentBytes.given)
            try ArgumentBytes.check(command)
            if let command = command as? any InterruptibleCommand { start(command, explaining: root) }
            try command.run()  // It has only subcommands, and shows them.
            exit(ExitStatus.done.rawValue)
        } catch {
            exit(report(error, root))
        }
    }

    /// Runs a command, and ends the process.
    ///
    /// - Parameter root: the command whose help explains what is wrong with arguments.
    package static func main(
        _ command: sending any InterruptibleCommand, explaining root: any ParsableArguments.Type
    ) -> Never {
        prepare()
        do throws(CommandFailure) {
            try ArgumentBytes.check(command)
        } catch {
            exit(report(error, root))
        }
        start(command, explaining: root)
    }

    /// Prepares the process. A crash ends it at once, and the system keeps what is needed to examine it: Swift's runtime would
    /// first make a backtrace, and for those seconds a server would answer no one and keep its port. Setting SWIFT_BACKTRACE
    /// permits it again.
    private static func prepare() {
        CurrentProcess.occupyStandardStreams()
        // libpq would take options, a service, a password and more from them, for the store and for libraries in this process; workers do
        // not get them.
        Environment.remove { $0.hasPrefix("PG") }
        if Environment.value(of: "SWIFT_BACKTRACE") == nil { for signal in Signal.crashes { signal.leaveToSystem() } }
        HelpText.widen()
        Signal.brokenPipe.ignore()  // A write to a closed pipe then fails, which ends the program quietly.
    }

    /// The first thread does nothing but take signals. It cannot be left to an async `main`: that parks it in
    /// `dispatch_main`, which waits with every signal unblocked, so that the default action would end the process.
    private static func start(
        _ command: sending any InterruptibleCommand, explaining root: any ParsableArguments.Type
    ) -> Never {
        // Paths are kept and shown as text, as those of libraries are.
        if let variable = Environment.unusableUserFolder {
            fail("\(variable) names a folder whose path is not UTF-8; set it to another folder, or rename that one")
        }
        let signals = SignalInbox()
        Task.detached { exit(await run(command, signals: signals, root)) }
        signals.takeForever()
    }

    /// Says in one line why nothing was done, and ends the process.
    package static func fail(_ message: String) -> Never {
        explain(message)
        exit(ExitStatus.unavailable.rawValue)
    }

    private static func run(
        _ command: any InterruptibleCommand, signals: SignalInbox, _ root: any ParsableArguments.Type
    ) async -> Int32 {
        do {
            var command = command
            return try await command.run(signals: signals).rawValue
        } catch {
            return report(signals.hasTakenAny ? error : explained(error), root)
        }
    }

    /// The same error of a command that no signal interrupted: what it was doing was cancelled by the backend, unasked. Without
    /// a word it would end as if the user had interrupted it.
    private static func explained(_ error: any Error) -> any Error {
        guard let failure = CommandFailure(error), failure.status == .interrupted, !failure.message.isEmpty else {
            return error
        }
        return CommandFailure(.internalError, "the backend ended this without being asked to: \(failure.message)")
    }

    /// Ends the process without waiting for threads that are still in a codec.
    static func exit(_ code: Int32) -> Never {
        StandardOutput.shared.flush()
        CurrentProcess.flushStreams()
        ScratchFolder.removeAll()
        CurrentProcess.exitAtOnce(code)
    }

    private static func report(_ error: any Error, _ root: any ParsableArguments.Type) -> Int32 {
        guard let failure = CommandFailure(error) else { return reportParsing(error, root) }
        if failure.status != .interrupted, !failure.message.isEmpty { explain(failure.message) }
        return failure.status.rawValue
    }

    /// Prints a message on one line, whatever characters the names in it have.
    private static func explain(_ message: String) {
        // The parser's messages contain arguments as `ArgumentBytes` encoded them.
        let text = ArgumentBytes.description(of: ArgumentBytes.bytes(of: message))
        StandardError.line("picker: \(TextFormat.error(text))")
    }

    /// Reports an error of the argument parser, for which help and version are errors with exit code 0.
    private static func reportParsing(_ error: any Error, _ root: any ParsableArguments.Type) -> Int32 {
        let code = root.exitCode(for: error)
        let text = root.fullMessage(for: error)
        if code == .success, let name = HelpText.fileTakenForHelp(in: ArgumentBytes.given) {
            explain("\(name) is taken for options, with -h among them; for the file write -- before it: -- \(name)")
            return ExitStatus.usage.rawValue
        }
        guard code != .success else {
            StandardOutput.shared.write(text + "\n")
            return ExitStatus.done.rawValue
        }
        // The parser's text ends with: See 'picker assets --help' for more information.
        let help = text.split(separator: "'").last { $0.hasPrefix("picker") && $0.hasSuffix("--help") }
        let hint = HelpText.hintAtFiles(in: ArgumentBytes.given)
        let isOfServer = help == "picker serve --help" || help == "picker pick --help"
        let message = UnknownOption.explained(root.message(for: error), isOfServer: isOfServer)
        explain("\(message)\(hint); see \(help ?? "picker --help")")
        return code == .validationFailure ? ExitStatus.usage.rawValue : ExitStatus.internalError.rawValue
    }
}
