package import Cryptography
package import PhotoModel
package import PickingSessions

/// Where a server keeps what must outlive it: clients, their sessions, its own key, and how its owner gets in.
///
/// Every call is one transaction, so that several servers may share a store. All throw `SessionStoreError`.
package protocol SessionStore: OwnerStore, GrantStore, RecordStore, WebhookStore, Sendable {
    // Clients

    /// Adds a client.
    ///
    /// - Throws: `.nameTaken` when one of that name is not revoked.
    func addClient(_ name: String, origin: String?, secret: SHA256Digest, now: Timestamp) async throws -> Client

    /// All clients, the revoked ones too, in the order in which they were added.
    func clients() async throws -> [Client]

    /// The client that has this secret; nil when there is none, or it is revoked.
    func client(withSecret secret: SHA256Digest) async throws -> Client?

    /// Revokes a client: its secret counts no more, its grants are gone, its pending sessions are cancelled, what was picked in the
    /// others is gone.
    ///
    /// - Returns: false when no client of that name is not revoked.
    func revokeClient(_ name: String, now: Timestamp) async throws -> Bool

    // Sessions

    /// Keeps a new session. One that the same client asked for with the same `requestID` before is returned instead.
    ///
    /// - Throws: `.tooManySessions` when the client has as many as it may have; `.unknownClient` when it is revoked.
    func addSession(_ new: NewSession, now: Timestamp) async throws -> StoredSession

    /// A session by its identifier, as it is now, without what is selected in it; nil when there is none, or its time is over.
    func session(_ identifier: String, now: Timestamp) async throws -> StoredSession?

    /// A session of this client. For one of another it takes as long to find that there is none as for one that never was.
    func session(_ identifier: String, of client: Int64, now: Timestamp) async throws -> StoredSession?

    /// Sessions of all clients, the newest first.
    func sessions(now: Timestamp) async throws -> [StoredSession]

    /// A session as a page of a library has it, with what is selected in it: of a pending one nothing that is of another
    /// library. Nil when there is none.
    ///
    /// - Parameter library: the root of the page's library.
    func pickingSession(_ identifier: String, in library: String, now: Timestamp) async throws -> PickingSession?

    /// Changes a session by its own rules.
    ///
    /// - Parameters:
    ///   - library: the root of the library that the person is in: while the session is pending, nothing of another is selected
    ///     in it, and the change makes it one of this library.
    ///   - change: gets the session as it is now. What it throws is thrown, and nothing is changed.
    /// - Returns: the session after the change; nil when there is none.
    func updateSession(
        _ identifier: String, in library: String, now: Timestamp,
        _ change: @escaping @Sendable (inout PickingSession) throws -> Void
    ) async throws -> PickingSession?

    /// What is selected in a session, in order, from `offset`, at most `limit`.
    func selectedAssets(of identifier: String, offset: Int, limit: Int) async throws -> [PickedAsset]

    /// A session with the asset at one position of what was picked in it; nil when there is none, or nothing is picked.
    func pick(in identifier: String, at position: Int, now: Timestamp) async throws -> Pick?

    /// The same, of a session of the client that has this secret; nil also when that is revoked.
    func pick(
        in identifier: String, at position: Int, bySecret secret: SHA256Digest, now: Timestamp
    ) async throws -> Pick?

    /// - Returns: false when this client has no such session.
    func deleteSession(_ identifier: String, of client: Int64) async throws -> Bool

    /// Forgets what expired: sessions and sign-ins.
    func removeExpired(now: Timestamp) async throws

    // The server's own

    /// The key that this store's servers sign with; made when it is first asked for.
    func signingKey() async throws -> MessageKey
}
