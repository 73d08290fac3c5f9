internal import Cryptography

/// What each request of a client asks of the store: who it is, what it may see.
struct KnownAnswers: Sendable {
    struct View: Hashable, Sendable {
        let client: Int64
        let library: String
    }

    let clients: ReadCache<SHA256Digest, Client>
    let grants: ReadCache<View, [Grant]>

    /// Of the store; nil: nothing is kept.
    let version: (any StoreVersion)?

    init(_ version: (any StoreVersion)?) {
        self.version = version
        clients = ReadCache(capacity: 1000, version: version)
        grants = ReadCache(capacity: 100, version: version)
    }
}
