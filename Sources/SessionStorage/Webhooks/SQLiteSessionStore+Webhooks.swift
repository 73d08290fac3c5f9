package import Cryptography
internal import Foundation
internal import GRDB
package import PhotoModel

extension SQLiteSessionStore {
    package func setWebhook(
        of client: Int64, address: String, key: MessageKey, now: Timestamp
    ) async throws {
        try await write { database in
            let sql = "SELECT 1 FROM client WHERE id = ? AND revoked IS NULL"
            guard try Int.fetchOne(database, sql: sql, arguments: [client]) != nil else {
                throw SessionStoreError.unknownClient
            }
            try database.execute(
                // What waits is for the client, wherever that is now.
                sql: """
                    INSERT INTO webhook (client, address, key) VALUES (?, ?, ?) ON CONFLICT (client) DO UPDATE
                    SET address = excluded.address, key = excluded.key, failure = NULL
                    """, arguments: [client, address, Data(key.bytes)])
        }
    }

    package func removeWebhook(of client: Int64) async throws -> Bool {
        try await write { database in try Self.removeWebhook(of: client, database) }
    }

    static func removeWebhook(of client: Int64, _ database: Database) throws -> Bool {
        try database.execute(sql: "DELETE FROM delivery WHERE client = ?", arguments: [client])
        try database.execute(sql: "DELETE FROM webhook WHERE client = ?", arguments: [client])
        return database.changesCount > 0
    }

    package func webhooks() async throws -> [Webhook] {
        try await read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT address, key, delivered, failure, \(Client.columns),
                        (SELECT count(*) FROM delivery WHERE delivery.client = webhook.client) AS waiting
                    FROM webhook JOIN client ON client.id = webhook.client ORDER BY client.id
                    """
            ).compactMap { row in
                guard let key = MessageKey(bytes: Array(row["key"] as Data)) else { return nil }
                return Webhook(
                    client: Client(row), address: row["address"], key: key,
                    delivered: (row["delivered"] as Int64?).map { Timestamp(milliseconds: $0) },
                    failure: row["failure"], waiting: row["waiting"])
            }
        }
    }

    package func takeDeliveries(
        now: Timestamp, lease: Timestamp, limit: Int, except busy: Set<Int64>
    ) async throws -> [Delivery] {
        // Most looks find nothing, and need not write.
        guard try await read({ try Self.isAnythingDue(now, $0) }) else { return [] }
        return try await write { database in
            try WebhookMessage.endExpired(now, database)
            // With min, the other columns are those of its row (https://sqlite.org/lang_select.html#bareagg).
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT id, client, body, attempts, created, address, key, min(due) AS due
                    FROM delivery JOIN webhook USING (client) WHERE due <= ? GROUP BY client ORDER BY due
                    """, arguments: [now.milliseconds]
            ).filter { !busy.contains($0["client"]) }.prefix(limit)
            for row in rows {
                try database.execute(
                    sql: "UPDATE delivery SET due = ?, attempts = attempts + 1 WHERE id = ?",
                    arguments: [lease.milliseconds, row["id"] as String])
            }
            return rows.compactMap { Delivery($0) }
        }
    }

    private static func isAnythingDue(_ now: Timestamp, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM delivery WHERE due <= ?) OR EXISTS (
                    SELECT 1 FROM webhook JOIN session USING (client) WHERE state = 'pending' AND deadline <= ?)
                """, arguments: [now.milliseconds, now.milliseconds]) ?? false
    }

    package func endDelivery(_ delivery: Delivery, _ outcome: DeliveryOutcome, now: Timestamp) async throws {
        let (failure, next): (String?, Timestamp?) =
            switch outcome {
            case .delivered: (nil, nil)
            case .failed(let reason, let next): (reason, next)
            }
        try await write { database in
            try database.execute(
                sql: """
                    UPDATE webhook SET failure = ?, delivered = CASE WHEN ? IS NULL THEN ? ELSE delivered END
                    WHERE client = (SELECT client FROM delivery WHERE id = ?)
                    """, arguments: [failure, failure, now.milliseconds, delivery.identifier])
            if let next {
                try database.execute(
                    sql: "UPDATE delivery SET due = ? WHERE id = ?",
                    arguments: [next.milliseconds, delivery.identifier])
            } else {
                try database.execute(sql: "DELETE FROM delivery WHERE id = ?", arguments: [delivery.identifier])
            }
        }
    }
}

extension Delivery {
    fileprivate init?(_ row: Row) {
        guard let key = MessageKey(bytes: Array(row["key"] as Data)) else { return nil }
        self.init(
            identifier: row["id"], client: row["client"], address: row["address"], key: key, body: row["body"],
            attempt: (row["attempts"] as Int) + 1, created: Timestamp(milliseconds: row["created"]))
    }
}
