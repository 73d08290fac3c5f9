internal import ArgumentParser
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif
internal import PhotoModel
internal import PickerHost

/// One run of the program: from arguments to an exit code.
enum ProcessRun {
    /// Begins on the main thread: it too must block the signals that `SignalThread` takes, or they end the process.
    @MainActor
    static func run(_ arguments: [String]) async -> Int32 {
        signal(SIGPIPE, SIG_IGN)  // A closed pipe is an error of a write, which ends the program quietly.
        do {
            var command = try Picker.parseAsRoot(arguments)
            let signals = SignalThread(command is Serve ? [SIGINT, SIGTERM, SIGHUP] : [SIGINT, SIGTERM])
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
        switch error {
        case let failure as CommandFailure:
            if !failure.message.isEmpty { StandardError.line("picker: \(failure.message)") }
            return failure.status.rawValue
        case let error as PhotoError:
            let status = ExitStatus(error)
            if status != .interrupted { StandardError.line("picker: \(error.message)") }
            return status.rawValue
        case is CancellationError:
            return ExitStatus.interrupted.rawValue
        default:
            return reportParsing(error)
        }
    }

    /// Help and version are "errors" of the argument parser that end well.
    private static func reportParsing(_ error: any Error) -> Int32 {
        let code = Picker.exitCode(for: error)
        let text = Picker.fullMessage(for: error)
        if code == .success {
            StandardOutput.shared.write(text + "\n")
        } else {
            StandardError.line(text)
        }
        return code == .success || code == .validationFailure ? code.rawValue : ExitStatus.internalError.rawValue
    }
}
