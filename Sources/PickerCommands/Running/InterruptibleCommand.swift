package import ArgumentParser

/// A command that ends in good order when a signal arrives.
package protocol InterruptibleCommand: ParsableArguments, Sendable {
    /// Runs to its end, or until a signal ends it.
    mutating func run(signals: SignalInbox) async throws -> ExitStatus
}

/// A command whose task is cancelled by SIGINT, SIGTERM and, unless it was started to outlive its terminal, SIGHUP.
package protocol LibraryCommand: InterruptibleCommand, AsyncParsableCommand {
    func execute() async throws -> ExitStatus
}

extension LibraryCommand {
    package mutating func run(signals: SignalInbox) async throws -> ExitStatus {
        let command = self
        signals.endOnHangUp()
        let work = Task { try await command.execute() }
        let watch = Task {
            for await signal in signals.stream where signals.asksForEnd(signal) { work.cancel() }
        }
        defer { watch.cancel() }
        return try await work.value
    }
}
