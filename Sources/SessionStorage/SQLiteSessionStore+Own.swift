package import Cryptography
internal import Foundation
internal import GRDB
package import PhotoModel

extension SQLiteSessionStore {
    package func signingKey() async throws -> MessageKey {
        let new = MessageKey()
        return try await write { database in
            try database.execute(
                sql: "INSERT OR IGNORE INTO key (name, value) VALUES ('signing', ?)", arguments: [Data(new.bytes)])
            let kept = try Data.fetchOne(database, sql: "SELECT value FROM key WHERE name = 'signing'")
            return kept.flatMap { MessageKey(bytes: Array($0)) } ?? new
        }
    }

    package func addSignIn(_ secret: SHA256Digest, expires: Timestamp) async throws {
        try await write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO sign_in (secret, expires) VALUES (?, ?)",
                arguments: [Data(secret.bytes), expires.milliseconds])
        }
    }

    package func expiry(ofSignIn secret: SHA256Digest, now: Timestamp) async throws -> Timestamp? {
        try await read { database in
            try Int64.fetchOne(
                database, sql: "SELECT expires FROM sign_in WHERE secret = ? AND expires > ?",
                arguments: [Data(secret.bytes), now.milliseconds]
            ).map { Timestamp(milliseconds: $0) }
        }
    }
}
