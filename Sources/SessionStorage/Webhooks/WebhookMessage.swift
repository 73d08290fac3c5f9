internal import Cryptography
internal import PhotoModel
internal import PickingSessions
internal import PostgresClient

/// The messages to webhooks: they say that something happened, but nothing about the library.
enum WebhookMessage {
    /// The most messages that wait for one client. With one more, the oldest is deleted.
    static let mostWaiting = 1000

    /// Adds a message about the end of a session.
    static func insert(
        endOf identifier: String, state: PickingSession.State, count: Int, client: Int64, _ now: Timestamp,
        _ store: any StoreTransaction
    ) throws {
        // Identifiers are made by this program, from letters that JSON need not escape.
        let data = """
            {"sessionId":"\(identifier)","state":"\(state.rawValue)","itemCount":\(state == .picked ? count : 0)}
            """
        try insert("session.\(state.rawValue)", data: data, client: client, now, store)
    }

    /// Adds a message about a change of what is granted.
    static func insert(changeOfGrantsOf client: Int64, _ now: Timestamp, _ store: any StoreTransaction) throws {
        try insert("grants.changed", data: "{}", client: client, now, store)
    }

    private static func insert(
        _ type: String, data: String, client: Int64, _ now: Timestamp, _ store: any StoreTransaction
    ) throws {
        guard try store.hasRows(SQL("SELECT 1 FROM webhook WHERE client = ?", .integer(client))) else { return }
        try store.run(
            SQL(
                """
                DELETE FROM delivery WHERE id IN
                    (SELECT id FROM delivery WHERE client = ? ORDER BY created DESC, id LIMIT ? OFFSET ?)
                """, .integer(client), .integer(.max), .integer(Int64(mostWaiting) - 1)))
        try store.run(
            SQL(
                "INSERT INTO delivery (id, client, body, created, due) VALUES (?, ?, ?, ?, ?)",
                .text("msg_\(Secret().text)"), .integer(client),
                .text(#"{"type":"\#(type)","timestamp":"\#(now.iso8601())","data":\#(data)}"#),
                .integer(now.milliseconds), .integer(now.milliseconds)))
    }

    /// Ends the pending sessions after their deadline, of clients with webhooks. No request would do it.
    static func endExpired(_ now: Timestamp, _ store: any StoreTransaction) throws {
        let rows = try store.run(
            SQL(
                """
                SELECT id, session.client AS owner FROM session JOIN webhook ON webhook.client = session.client
                WHERE state = 'pending' AND deadline <= ?
                """, .integer(now.milliseconds)))
        for row in rows {
            let identifier: String = try row["id"]
            try store.run(SQL("DELETE FROM selected WHERE session = ?", .text(identifier)))
            try store.run(
                SQL(
                    "UPDATE session SET state = 'expired', ended = deadline, count = 0, byte_total = 0 WHERE id = ?",
                    .text(identifier)))
            try insert(endOf: identifier, state: .expired, count: 0, client: row["owner"], now, store)
        }
    }
}
