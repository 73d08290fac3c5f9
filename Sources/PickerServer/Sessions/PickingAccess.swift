internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import SessionStorage

/// A session that a page works on: that of the command line, or one of a client in the store.
protocol PickingAccess: Sendable {
    /// The current state of the session.
    func current() async throws -> PickingSession

    /// Makes these parts the selection of the session, which continues.
    func select(_ parts: [AssetSelection.Part]) async throws

    /// Hands these assets over, and then ends the session with them.
    func handOver(_ assets: [PickedAsset]) async throws

    /// Ends the session without picked assets; throws while assets are being handed over.
    func cancelUnlessHandingOver() async throws
}

extension SessionCoordinator: PickingAccess {
    func current() async throws -> PickingSession { session }
}

/// A client's session on a page of one library. Its open pages are told when it ends.
struct StoredPicking: PickingAccess {
    let identifier: String
    /// The root of the page's library. What is selected there replaces what was selected in another library.
    let library: String
    let store: any SessionStore
    let events: SessionEvents

    func current() async throws -> PickingSession {
        try found(try await store.pickingSession(identifier, in: library, now: .now))
    }

    func select(_ parts: [AssetSelection.Part]) async throws {
        _ = try await update { try $0.replaceSelection(withParts: parts) }
    }

    func handOver(_ assets: [PickedAsset]) async throws {
        _ = try await update { try $0.finish(resolved: assets) }
        events.send("closed", to: identifier)
    }

    func cancelUnlessHandingOver() async throws {
        _ = try await update { try $0.cancel() }
        events.send("closed", to: identifier)
    }

    private func update(
        _ change: @escaping @Sendable (inout PickingSession) throws -> Void
    ) async throws -> PickingSession {
        try found(try await store.updateSession(identifier, in: library, now: .now, change))
    }

    private func found(_ session: PickingSession?) throws -> PickingSession {
        guard let session else { throw ServerError.sessionGone }
        return session
    }
}
