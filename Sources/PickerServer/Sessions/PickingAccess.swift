internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import SessionStorage

/// A session that a page acts on: that of the command line, or one of a client in the store.
protocol PickingAccess: Sendable {
    /// The session as it is now.
    func current() async throws -> PickingSession

    /// Makes these parts the selection of a session that goes on.
    func select(_ parts: [AssetSelection.Part]) async throws

    /// Ends the session with these assets, once they were taken.
    func handOver(_ assets: [PickedAsset]) async throws

    /// Ends the session with nothing picked.
    func cancelUnlessHandingOver() async throws
}

extension SessionCoordinator: PickingAccess {
    func current() async throws -> PickingSession { session }
}

/// A session of a client, on a page of one library. Pages of it that are open hear of its end.
struct StoredPicking: PickingAccess {
    let identifier: String
    /// The root of the page's library: what is selected there takes the place of what was selected in another.
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
