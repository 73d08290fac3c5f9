package import PhotoModel

/// Stores what clients may see without asking each time.
///
/// Every call is one transaction. All throw `SessionStoreError`.
package protocol GrantStore: Sendable {
    /// Stores all of these grants or none, and records them. A grant that already exists is returned as it is.
    ///
    /// - Throws: `.tooManyGrants` if the client has as many as it may have in this library; `.unknownClient` if it is
    ///   revoked or does not exist.
    func addGrants(_ new: [NewGrant], now: Timestamp) async throws -> [Grant]

    /// What a client may see of a library, in the order in which it was granted; nothing if the client is revoked.
    func grants(of client: Int64, in library: String) async throws -> [Grant]

    /// The grants of all clients, in the order in which they were given.
    func grants() async throws -> [Grant]

    /// Revokes a grant, and records that.
    ///
    /// - Returns: what it was; nil when there is none of this identifier.
    func revokeGrant(_ identifier: Int64, now: Timestamp) async throws -> Grant?
}

extension GrantStore {
    /// The same for one.
    package func addGrant(_ new: NewGrant, now: Timestamp) async throws -> Grant {
        try await addGrants([new], now: now)[0]
    }
}
