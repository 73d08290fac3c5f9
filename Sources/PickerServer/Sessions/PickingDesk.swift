internal import PhotoModel
internal import Synchronization

/// The picking session that a server runs, and those who wait for its end.
public final class PickingDesk: Sendable {
    private struct State {
        var session: PickingSession
        var waiting: [CheckedContinuation<PickingSession, Never>] = []
    }

    private let state: Mutex<State>

    init(_ configuration: PickingConfiguration) {
        state = Mutex(State(session: PickingSession(configuration: configuration)))
    }

    var session: PickingSession { state.withLock { $0.session } }

    /// Whether nobody has ended the session yet.
    public var isPending: Bool { session.state == .pending }

    /// Waits until the session is picked, cancelled or expired.
    public func outcome() async -> PickingSession {
        await withCheckedContinuation { continuation in
            let ended: PickingSession? = state.withLock { state in
                guard state.session.state == .pending else { return state.session }
                state.waiting.append(continuation)
                return nil
            }
            if let ended { continuation.resume(returning: ended) }
        }
    }

    /// Makes these assets the selection and ends the session with it.
    func finish(with assets: [PickedAsset]) throws(PickingSessionError) {
        try end { (session) throws(PickingSessionError) in
            var candidate = session
            try candidate.replaceSelection(with: assets)
            try candidate.finish()
            session = candidate
        }
    }

    public func cancel() throws(PickingSessionError) {
        try end { (session) throws(PickingSessionError) in try session.cancel() }
    }

    private func end(_ change: (inout PickingSession) throws(PickingSessionError) -> Void) throws(PickingSessionError) {
        typealias Ended = (PickingSession, [CheckedContinuation<PickingSession, Never>])
        let result: Result<Ended, PickingSessionError> = state.withLock { state in
            do throws(PickingSessionError) {
                try change(&state.session)
                defer { state.waiting = [] }
                return .success((state.session, state.waiting))
            } catch {
                return .failure(error)
            }
        }
        let (session, waiting) = try result.get()
        waiting.forEach { $0.resume(returning: session) }
    }
}
