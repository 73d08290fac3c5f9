internal import PhotoModel
public import PickingSessions
internal import Platform

/// Runs the picking session of a server, and wakes those who wait for its end.
public final class SessionCoordinator: Sendable {
    private struct State {
        var session: PickingSession
        var waiting: [CheckedContinuation<PickingSession, Never>] = []
        var isHandingOver = false
    }

    private let state: Mutex<State>
    private let receive: @Sendable ([PickedAsset]) async throws(PhotoError) -> Void

    /// - Parameter receive: called with what was picked, before the session ends. If it throws, the session continues.
    init(
        _ configuration: PickingConfiguration,
        receive: @escaping @Sendable ([PickedAsset]) async throws(PhotoError) -> Void = { _ in }
    ) {
        state = Mutex(State(session: PickingSession(configuration: configuration)))
        self.receive = receive
    }

    var session: PickingSession { state.withLock { $0.session } }

    /// Whether the session has not ended yet.
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

    /// Makes these parts the selection of the session, which continues.
    func select(_ parts: [AssetSelection.Part]) throws(PickingSessionError) {
        try change { (state) throws(PickingSessionError) -> Void in
            try state.session.replaceSelection(withParts: parts)
        }
    }

    /// Hands these assets over, and ends the session with them if that succeeds.
    ///
    /// - Throws: a refusal of the session, or the reason why they could not be handed over. The selection then stays as
    ///   it is.
    func handOver(_ assets: [PickedAsset]) async throws {
        let picked = try change { (state) throws(PickingSessionError) in
            var candidate = state.session
            try candidate.replaceSelection(with: assets)
            let picked = try candidate.finish()
            defer { state.isHandingOver = true }
            return state.isHandingOver ? nil : picked
        }
        guard let picked else { throw Self.busy }
        defer { state.withLock { $0.isHandingOver = false } }
        do throws(PhotoError) {
            try await receive(picked)
        } catch {
            throw ServerError.failedPrecondition(error.message, reason: "NOT_HANDED_OVER")
        }
        try finish(with: picked)
    }

    private static let busy = ServerError.failedPrecondition(
        "what was picked is being handed over; wait a moment", reason: "HANDING_OVER")

    /// Cancels the session for a page. Throws while assets are being handed over.
    func cancelUnlessHandingOver() throws {
        if state.withLock({ $0.isHandingOver }) { throw Self.busy }
        try cancel()
    }

    /// Makes these assets the selection, and ends the session with it.
    func finish(with assets: [PickedAsset]) throws(PickingSessionError) {
        try end { (session) throws(PickingSessionError) in
            var candidate = session
            try candidate.replaceSelection(with: assets)
            try candidate.finish()
            session = candidate
        }
    }

    /// Ends the session without a selection.
    public func cancel() throws(PickingSessionError) {
        try end { (session) throws(PickingSessionError) in try session.cancel() }
    }

    private func end(_ ending: (inout PickingSession) throws(PickingSessionError) -> Void) throws(PickingSessionError) {
        let (session, waiting) = try change { (state) throws(PickingSessionError) in
            try ending(&state.session)
            defer { state.waiting = [] }
            return (state.session, state.waiting)
        }
        waiting.forEach { $0.resume(returning: session) }
    }

    /// Changes the state under the lock. `withLock` does not preserve the type of an error, so that is passed in a
    /// `Result`.
    private func change<Output: Sendable>(
        _ body: (inout State) throws(PickingSessionError) -> Output
    ) throws(PickingSessionError) -> Output {
        let result: Result<Output, PickingSessionError> = state.withLock { state in
            do throws(PickingSessionError) { return .success(try body(&state)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
