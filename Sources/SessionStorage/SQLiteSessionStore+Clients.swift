package import Cryptography
internal import Foundation
internal import GRDB
package import PhotoModel

extension SQLiteSessionStore {
    package func addClient(
        _ name: String, origin: String?, secret: SHA256Digest, now: Timestamp
    ) async throws -> Client {
        try await write { database in
            let sql = "SELECT 1 FROM client WHERE name = ? AND revoked IS NULL"
            guard try Int.fetchOne(database, sql: sql, arguments: [name]) == nil else {
                throw SessionStoreError.nameTaken(name)
            }
            try database.execute(
                sql: "INSERT INTO client (name, origin, secret, added) VALUES (?, ?, ?, ?)",
                arguments: [name, origin, Data(secret.bytes), now.milliseconds])
            let client = Client(
                identifier: database.lastInsertedRowID, name: name, origin: origin, added: now, revoked: nil)
            try RecordRow.insert(.clientAdded, client: name, now, database)
            return client
        }
    }

    package func clients() async throws -> [Client] {
        try await read { database in
            try Row.fetchAll(database, sql: "SELECT \(Client.columns) FROM client ORDER BY id").map { Client($0) }
        }
    }

    package func client(withSecret secret: SHA256Digest) async throws -> Client? {
        try await known.clients.value(of: secret) {
            try await read { database in
                try Row.fetchOne(
                    database, sql: "SELECT \(Client.columns) FROM client WHERE secret = ? AND revoked IS NULL",
                    arguments: [Data(secret.bytes)]
                ).map { Client($0) }
            }
        }
    }

    package func revokeClient(_ name: String, now: Timestamp) async throws -> Bool {
        try await write { database in
            let sql = "SELECT id FROM client WHERE name = ? AND revoked IS NULL"
            guard let client = try Int64.fetchOne(database, sql: sql, arguments: [name]) else { return false }
            try database.execute(
                sql: "UPDATE client SET revoked = ? WHERE id = ?", arguments: [now.milliseconds, client])
            try database.execute(sql: "DELETE FROM client_grant WHERE client = ?", arguments: [client])
            _ = try Self.removeWebhook(of: client, database)
            try RecordRow.insert(.clientRevoked, client: name, now, database)
            try database.execute(
                sql: "DELETE FROM selected WHERE session IN (SELECT id FROM session WHERE client = ?)",
                arguments: [client])
            try database.execute(
                sql: """
                    UPDATE session SET state = 'cancelled', ended = ?, count = 0, byte_total = 0
                    WHERE client = ? AND state = 'pending'
                    """, arguments: [now.milliseconds, client])
            return true
        }
    }
}

extension Client {
    /// Of the table, for `init(_:)`.
    static var columns: String {
        "client.id AS client_id, client.name, client.origin, client.added, client.revoked"
    }

    init(_ row: Row) {
        self.init(
            identifier: row["client_id"], name: row["name"], origin: row["origin"],
            added: Timestamp(milliseconds: row["added"]),
            revoked: (row["revoked"] as Int64?).map { Timestamp(milliseconds: $0) })
    }
}
