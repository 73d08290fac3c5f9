package import Cryptography
package import PhotoModel
package import PickingSessions

/// Stores what must outlive a server: clients, their sessions, the server's own key, and how its owner gets in.
///
/// Every call is one transaction, so that several servers may share a store. All functions throw `SessionStoreError`.
package protocol SessionStore: OwnerStore, GrantStore, RecordStore, WebhookStore, Sendable {
    // Clients

    /// Adds a client.
    ///
    /// - Throws: `.nameTaken` if a client with that name exists that is not revoked.
    func addClient(_ name: String, origin: String?, secret: SHA256Digest, now: Timestamp) async throws -> Client

    /// All clients, including revoked ones, in the order in which they were added.
    func clients() async throws -> [Client]

    /// The client with this secret; nil if there is none, or it is revoked.
    func client(withSecret secret: SHA256Digest) async throws -> Client?

    /// Revokes a client: its secret becomes invalid, its grants are removed, its pending sessions are cancelled, and
    /// what was picked in its other sessions is removed.
    ///
    /// - Returns: false if there is no client with that name that is not revoked.
    func revokeClient(_ name: String, now: Timestamp) async throws -> Bool

    // Sessions

    /// Stores a new session. If the same client already made one with the same `requestID`, that one is returned
    /// instead.
    ///
    /// - Throws: `.tooManySessions` or `.tooManyPreselected` if the client has as many as it may have; `.unknownClient`
    ///   if it is revoked.
    func addSession(_ new: NewSession, now: Timestamp) async throws -> StoredSession

    /// The current state of a session, without its selection; nil if there is none, or it is past its `expires`.
    func session(_ identifier: String, now: Timestamp) async throws -> StoredSession?

    /// A session of this client. For the session of another client, it takes as long to return nil as for one that
    /// never existed.
    func session(_ identifier: String, of client: Int64, now: Timestamp) async throws -> StoredSession?

    /// Sessions of all clients, the newest first.
    func sessions(now: Timestamp) async throws -> [StoredSession]

    /// A session for a page of a library, with its selection. If the session is pending, assets of other libraries are
    /// left out. Nil if there is no such session.
    ///
    /// - Parameter library: the root of the page's library.
    func pickingSession(_ identifier: String, in library: String, now: Timestamp) async throws -> PickingSession?

    /// Changes a session by its own rules.
    ///
    /// - Parameters:
    ///   - library: the root of the library that the user is in. While the session is pending, its selection never has
    ///     assets of another library, and the change moves the session to this one.
    ///   - change: gets the current state of the session. If it throws, its error is thrown and nothing is changed.
    /// - Returns: the session after the change; nil if there is no such session.
    func updateSession(
        _ identifier: String, in library: String, now: Timestamp,
        _ change: @escaping @Sendable (inout PickingSession) throws -> Void
    ) async throws -> PickingSession?

    /// The selected assets of a session, in order: at most `limit`, from `offset` on.
    func selectedAssets(of identifier: String, offset: Int, limit: Int) async throws -> [PickedAsset]

    /// A session, and the asset at one position of what was picked in it; nil if there is no such session or asset.
    func pick(in identifier: String, at position: Int, now: Timestamp) async throws -> Pick?

    /// The same, if the session belongs to the client with this secret; nil also if that is revoked.
    func pick(
        in identifier: String, at position: Int, bySecret secret: SHA256Digest, now: Timestamp
    ) async throws -> Pick?

    /// - Returns: false if this client has no such session.
    func deleteSession(_ identifier: String, of client: Int64) async throws -> Bool

    /// Deletes expired sessions and sign-ins.
    func removeExpired(now: Timestamp) async throws

    // The server's own

    /// The key with which the servers of this store sign. It is made when it is first needed, and is another one when
    /// another file takes the place of the store's, so no server may keep it.
    func signingKey() async throws -> MessageKey
}
