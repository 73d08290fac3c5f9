package import Cryptography
internal import PostgresClient

extension SQLSessionStore {
    package func makeCache<Key, Value>(capacity: Int) -> ReadCache<Key, Value> {
        ReadCache(capacity: capacity, version: known.version)
    }

    package func signingKey() async throws -> MessageKey {
        let new = MessageKey()
        return try await write { store in
            try store.run(
                SQL(
                    "INSERT INTO key (name, value) VALUES ('signing', ?) ON CONFLICT (name) DO NOTHING",
                    .bytes(new.bytes)))
            let kept = try store.first(SQL("SELECT value FROM key WHERE name = 'signing'"))
            return try kept.flatMap { MessageKey(bytes: try $0["value"]) } ?? new
        }
    }
}
