internal import PhotoModel
internal import PickerCommands
internal import PickerHost
internal import PickingSessions
internal import Platform

/// Hands over what was picked while the page waits, so that the page can show why it fails.
final class Handover: Sendable {
    private struct State {
        var work: Task<Void, any Error>?
        var isCancelled = false
        var failure: ExitStatus?
    }

    private let output: PickedOutput
    private let state = Mutex(State())

    init(_ output: PickedOutput) { self.output = output }

    /// The exit status if the user gives up after the last attempt failed; nil if none failed.
    var failure: ExitStatus? { state.withLock { $0.failure } }

    /// Cancels the current attempt and prevents others, because the program was interrupted.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.work?.cancel()
        }
    }

    /// Copies what was picked, if that was asked for, and prints it.
    ///
    /// - Throws: an error with a message for the page. The message is printed, too.
    func take(_ assets: [PickedAsset]) async throws(PhotoError) {
        let output = output
        let work = Task {
            let known = try await output.library.assets(withIdentifiers: assets.map(\.localIdentifier))
            try Task.checkCancellation()
            try await output.write(known)
        }
        state.withLock { state in
            state.work = work
            if state.isCancelled { work.cancel() }
        }
        do {
            try await work.value
            state.withLock { $0.failure = nil }
        } catch {
            let failure = CommandFailure(error) ?? CommandFailure(.internalError, String(describing: error))
            state.withLock { $0.failure = failure.status }
            if failure.status != .interrupted { StandardError.line("picker: \(TextFormat.oneLine(failure.message))") }
            throw PhotoError(.io, failure.message)
        }
    }
}
