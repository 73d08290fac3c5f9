internal import Platform

/// Lets what comes for the selection of a session be done in the order in which it came.
///
/// An older selection that takes longer to look up would otherwise be stored over a newer one, and a page that is loaded
/// again would be told what was selected before that.
final class SelectionOrder: Sendable {
    private struct Waiting {
        let number: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        /// The sessions in whose turn something is done now, each with what waits, in the order in which it came.
        var lines: [String: [Waiting]] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Does this after all that came before it for the session, and before all that comes after it.
    ///
    /// - Throws: what `body` throws; `CancellationError` if the caller is cancelled while it waits.
    func inTurn<Output: Sendable>(
        _ session: String, _ body: @Sendable () async throws -> Output
    ) async throws -> Output {
        try await enter(session)
        defer { leave(session) }
        return try await body()
    }

    /// Waits until all that came before for the session is done.
    func passed(_ session: String) async throws {
        try await inTurn(session) {}
    }

    /// How many wait for their turn.
    func countOfWaiting(for session: String) -> Int {
        state.withLock { $0.lines[session]?.count ?? 0 }
    }

    private func enter(_ session: String) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Void, any Error>? = state.withLock { state in
                    // The handler may have run already, and found nothing.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    guard state.lines[session] != nil else {
                        state.lines[session] = []
                        return .success(())
                    }
                    state.lines[session]?.append(Waiting(number: number, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let cancelled = state.withLock { state -> Waiting? in
                guard let place = state.lines[session]?.firstIndex(where: { $0.number == number }) else { return nil }
                return state.lines[session]?.remove(at: place)
            }
            cancelled?.continuation.resume(throwing: CancellationError())
        }
    }

    private func leave(_ session: String) {
        let next = state.withLock { state -> Waiting? in
            guard let line = state.lines[session], !line.isEmpty else {
                state.lines[session] = nil
                return nil
            }
            return state.lines[session]?.removeFirst()
        }
        next?.continuation.resume()
    }
}
