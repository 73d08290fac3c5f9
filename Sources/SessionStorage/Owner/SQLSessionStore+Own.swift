package import Cryptography
internal import PostgresClient

extension SQLSessionStore {
    package func makeCache<Key, Value>(capacity: Int) -> ReadCache<Key, Value> {
        ReadCache(capacity: capacity, version: known.version)
    }

    package func signingKey() async throws -> MessageKey {
        let found = try await known.keys.value(of: .signing) {
            try await read { store in try Self.storedKey(store) }
        }
        if let found { return found }
        let new = MessageKey()
        return try await write { store in
            // Another process may have made it meanwhile.
            if let kept = try Self.storedKey(store) { return kept }
            try store.run(
                SQL(
                    """
                    INSERT INTO key (name, value) VALUES ('signing', ?)
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value
                    """, .bytes(new.bytes)))
            return new
        }
    }

    /// Nil if it was not made yet, or what is stored is no key.
    private static func storedKey(_ store: any StoreTransaction) throws -> MessageKey? {
        let row = try store.first(SQL("SELECT value FROM key WHERE name = 'signing'"))
        return try row.flatMap { MessageKey(bytes: try $0["value"]) }
    }
}
