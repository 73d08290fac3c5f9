internal import Cryptography

/// Caches what the store is asked for each request of a client: which client it is, and what it may see.
struct KnownAnswers: Sendable {
    struct View: Hashable, Sendable {
        let client: Int64
        let library: String
    }

    let clients: ReadCache<SHA256Digest, Client>
    let grants: ReadCache<View, [Grant]>
    let keys: ReadCache<Key, MessageKey>

    /// The server's own keys.
    enum Key: Hashable, Sendable {
        case signing
    }

    /// The version of the store; nil: nothing is cached.
    let version: (any StoreVersion)?

    init(_ version: (any StoreVersion)?) {
        self.version = version
        clients = ReadCache(capacity: 1000, version: version)
        grants = ReadCache(capacity: 100, version: version)
        keys = ReadCache(capacity: 1, version: version)
    }
}
