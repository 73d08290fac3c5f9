internal import Cryptography

/// What each request of a client asks of the store: who it is, what its link leads to, what it may see.
struct KnownAnswers: Sendable {
    struct Place: Hashable, Sendable {
        let session: String
        let position: Int
        /// Of who asks.
        let secret: SHA256Digest
    }

    struct View: Hashable, Sendable {
        let client: Int64
        let library: String
    }

    let clients: ReadCache<SHA256Digest, Client>
    let picks: ReadCache<Place, Pick>
    let grants: ReadCache<View, [Grant]>

    /// - Parameter version: of the store; nil: nothing is kept.
    init(_ version: StoreVersion?) {
        clients = ReadCache(capacity: 1000, version: version)
        picks = ReadCache(capacity: 10_000, version: version)
        grants = ReadCache(capacity: 100, version: version)
    }
}
