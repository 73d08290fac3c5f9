package import Cryptography
package import PhotoModel
internal import PostgresClient

extension SQLSessionStore {
    package func setWebhook(of client: Int64, address: String, key: MessageKey) async throws {
        try await write { store in
            guard
                try store.hasRows(SQL("SELECT 1 FROM client WHERE id = ? AND revoked IS NULL", .integer(client)))
            else { throw SessionStoreError.unknownClient }
            try store.run(
                // Waiting messages are for the client, so they go to its new address.
                SQL(
                    """
                    INSERT INTO webhook (client, address, key) VALUES (?, ?, ?) ON CONFLICT (client) DO UPDATE
                    SET address = excluded.address, key = excluded.key, failure = NULL
                    """, .integer(client), .text(address), .bytes(key.bytes)))
        }
    }

    package func removeWebhook(of client: Int64) async throws -> Bool {
        try await write { store in try Self.removeWebhook(of: client, store) }
    }

    static func removeWebhook(of client: Int64, _ store: any StoreTransaction) throws -> Bool {
        try store.run(SQL("DELETE FROM delivery WHERE client = ?", .integer(client)))
        return try store.hasRows(SQL("DELETE FROM webhook WHERE client = ? RETURNING client", .integer(client)))
    }

    package func webhooks() async throws -> [Webhook] {
        try await read { store in
            try store.run(
                SQL("SELECT address, key, delivered, failure, ") + Client.columns
                    + SQL(
                        """
                        , (SELECT count(*) FROM delivery WHERE delivery.client = webhook.client) AS waiting
                        FROM webhook JOIN client ON client.id = webhook.client ORDER BY client.id
                        """)
            ).compactMap { row in
                guard let key = MessageKey(bytes: try row["key"]) else { return nil }
                return try Webhook(
                    client: Client(row), address: row["address"], key: key,
                    delivered: (row["delivered"] as Int64?).map { Timestamp(milliseconds: $0) },
                    failure: row["failure"], waiting: row["waiting"])
            }
        }
    }

    /// The longest time to the next attempt, in milliseconds; no retry is that late. A message that seems to wait
    /// longer was stored while the clock was ahead.
    private static let longestWait: Int64 = 12 * 3_600_000

    package func takeDeliveries(
        now: Timestamp, lease: Timestamp, limit: Int, failing mostFailing: Int = .max, except busy: Set<Int64>
    ) async throws -> [Delivery] {
        // Most queries find nothing, and need no write transaction.
        guard try await read({ try Self.isAnythingDue(now, $0) }) else { return [] }
        return try await write { store in
            try WebhookMessage.endExpired(now, store)
            let due = try store.run(
                SQL(
                    """
                    SELECT id, client, body, attempts, created, address, key, failure
                    FROM (
                        SELECT *, row_number() OVER (PARTITION BY client ORDER BY due, id) AS place
                        FROM delivery WHERE due <= ? OR due > ?
                    ) AS waiting JOIN webhook USING (client) WHERE place = 1 ORDER BY due
                    """, .integer(now.milliseconds), .integer(now.milliseconds + Self.longestWait))
            ).filter { !busy.contains(try $0["client"]) }
            let rows = try Self.first(limit, of: due, failing: mostFailing)
            for row in rows {
                try store.run(
                    SQL(
                        "UPDATE delivery SET due = ?, attempts = attempts + 1 WHERE id = ?",
                        .integer(lease.milliseconds), .text(row["id"])))
            }
            return try rows.compactMap { try Delivery($0) }
        }
    }

    private static func first(_ limit: Int, of due: [StoreRow], failing mostFailing: Int) throws -> [StoreRow] {
        var (sound, failing): ([StoreRow], [StoreRow]) = ([], [])
        for row in due {
            let failure: String? = try row["failure"]
            if failure == nil { sound.append(row) } else { failing.append(row) }
        }
        return Array((sound + failing.prefix(max(0, mostFailing))).prefix(limit))
    }

    private static func isAnythingDue(_ now: Timestamp, _ store: any StoreTransaction) throws -> Bool {
        let (present, latest) = (SQLValue.integer(now.milliseconds), SQLValue.integer(now.milliseconds + longestWait))
        return try store.hasRows(
            SQL(
                """
                SELECT 1 WHERE EXISTS (SELECT 1 FROM delivery WHERE due <= ? OR due > ?) OR EXISTS (
                    SELECT 1 FROM webhook JOIN session USING (client) WHERE state = 'pending' AND deadline <= ?)
                """, present, latest, present))
    }

    package func endDelivery(_ delivery: Delivery, _ outcome: DeliveryOutcome, now: Timestamp) async throws {
        let (failure, next): (String?, Timestamp?) =
            switch outcome {
            case .delivered: (nil, nil)
            case .failed(let reason, let next): (reason, next)
            }
        try await write { store in
            try store.run(
                SQL(
                    """
                    UPDATE webhook SET failure = ?, delivered = CASE WHEN ? IS NULL THEN ? ELSE delivered END
                    WHERE client = ? AND address = ?
                    """, .of(failure), .of(failure), .integer(now.milliseconds), .integer(delivery.client),
                    // The owner may have set another one meanwhile, of which this attempt says nothing.
                    .text(delivery.address)))
            if let next {
                try store.run(
                    SQL(
                        "UPDATE delivery SET due = ? WHERE id = ?", .integer(next.milliseconds),
                        .text(delivery.identifier)))
            } else {
                try store.run(SQL("DELETE FROM delivery WHERE id = ?", .text(delivery.identifier)))
            }
        }
    }
}

extension Delivery {
    fileprivate init?(_ row: StoreRow) throws {
        guard let key = MessageKey(bytes: try row["key"]) else { return nil }
        try self.init(
            identifier: row["id"], client: row["client"], address: row["address"], key: key, body: row["body"],
            attempt: (row["attempts"] as Int) + 1, created: Timestamp(milliseconds: row["created"]),
            isFailing: (row["failure"] as String?) != nil)
    }
}
