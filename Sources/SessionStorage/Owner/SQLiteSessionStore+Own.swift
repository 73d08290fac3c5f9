package import Cryptography
internal import Foundation
internal import GRDB

extension SQLiteSessionStore {
    package func makeCache<Key, Value>(capacity: Int) -> ReadCache<Key, Value> {
        ReadCache(capacity: capacity, version: known.version)
    }

    package func signingKey() async throws -> MessageKey {
        let new = MessageKey()
        return try await write { database in
            try database.execute(
                sql: "INSERT OR IGNORE INTO key (name, value) VALUES ('signing', ?)", arguments: [Data(new.bytes)])
            let kept = try Data.fetchOne(database, sql: "SELECT value FROM key WHERE name = 'signing'")
            return kept.flatMap { MessageKey(bytes: Array($0)) } ?? new
        }
    }
}
