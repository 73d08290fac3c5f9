package import Cryptography
package import PhotoModel
internal import PostgresClient

extension SQLSessionStore {
    package func addClient(
        _ name: String, origin: String?, secret: SHA256Digest, now: Timestamp
    ) async throws -> Client {
        try await write { store in
            guard try Self.client(named: name, store) == nil else { throw SessionStoreError.nameTaken(name) }
            let identifier = try store.number(
                SQL(
                    "INSERT INTO client (name, origin, secret, added) VALUES (?, ?, ?, ?) RETURNING id",
                    .text(name), .of(origin), .bytes(secret.bytes), .integer(now.milliseconds)))
            let client = Client(
                identifier: Int64(identifier), name: name, origin: origin, added: now, revoked: nil)
            try RecordRow.insert(.clientAdded, client: name, now, store)
            return client
        }
    }

    package func clients() async throws -> [Client] {
        try await read { store in
            try store.run(SQL("SELECT ") + Client.columns + SQL(" FROM client ORDER BY id")).map { try Client($0) }
        }
    }

    package func client(withSecret secret: SHA256Digest) async throws -> Client? {
        try await known.clients.value(of: secret) {
            try await read { store in
                try store.first(
                    SQL("SELECT ") + Client.columns
                        + SQL(" FROM client WHERE secret = ? AND revoked IS NULL", .bytes(secret.bytes))
                ).map { try Client($0) }
            }
        }
    }

    package func revokeClient(_ name: String, now: Timestamp) async throws -> Bool {
        try await write { store in
            guard let client = try Self.client(named: name, store) else { return false }
            try store.run(
                SQL("UPDATE client SET revoked = ? WHERE id = ?", .integer(now.milliseconds), .integer(client)))
            try store.run(SQL("DELETE FROM client_grant WHERE client = ?", .integer(client)))
            _ = try Self.removeWebhook(of: client, store)
            try RecordRow.insert(.clientRevoked, client: name, now, store)
            try store.run(
                SQL(
                    "DELETE FROM selected WHERE session IN (SELECT id FROM session WHERE client = ?)",
                    .integer(client)))
            try store.run(
                SQL(
                    """
                    UPDATE session SET state = 'cancelled', ended = ?, count = 0, byte_total = 0
                    WHERE client = ? AND state = 'pending'
                    """, .integer(now.milliseconds), .integer(client)))
            return true
        }
    }

    /// The identifier of the client that currently has this name.
    private static func client(named name: String, _ store: any StoreTransaction) throws -> Int64? {
        try store.first(SQL("SELECT id FROM client WHERE name = ? AND revoked IS NULL", .text(name)))?["id"]
    }
}

extension Client {
    /// The columns that `init(_:)` reads.
    static var columns: SQL {
        SQL("client.id AS client_id, client.name, client.origin, client.added, client.revoked")
    }

    init(_ row: StoreRow) throws {
        try self.init(
            identifier: row["client_id"], name: row["name"], origin: row["origin"],
            added: Timestamp(milliseconds: row["added"]),
            revoked: (row["revoked"] as Int64?).map { Timestamp(milliseconds: $0) })
    }
}
