internal import Cryptography
internal import GRDB
internal import PhotoModel
internal import PickingSessions

/// What is told to webhooks: that something happened, and nothing of the library.
enum WebhookMessage {
    /// Messages that wait for one client. With one more, the oldest is gone.
    static let mostWaiting = 1000

    /// The end of a session.
    static func insert(
        endOf identifier: String, state: PickingSession.State, count: Int, client: Int64, _ now: Timestamp,
        _ database: Database
    ) throws {
        // Identifiers are made here, of letters that JSON leaves as they are.
        let data = """
            {"sessionId":"\(identifier)","state":"\(state.rawValue)","itemCount":\(state == .picked ? count : 0)}
            """
        try insert("session.\(state.rawValue)", data: data, client: client, now, database)
    }

    /// More or less is granted than before.
    static func insert(changeOfGrantsOf client: Int64, _ now: Timestamp, _ database: Database) throws {
        try insert("grants.changed", data: "{}", client: client, now, database)
    }

    private static func insert(
        _ type: String, data: String, client: Int64, _ now: Timestamp, _ database: Database
    ) throws {
        let sql = "SELECT 1 FROM webhook WHERE client = ?"
        guard try Int.fetchOne(database, sql: sql, arguments: [client]) != nil else { return }
        try database.execute(
            sql: """
                DELETE FROM delivery WHERE id IN
                    (SELECT id FROM delivery WHERE client = ? ORDER BY created DESC, id LIMIT -1 OFFSET ?)
                """, arguments: [client, mostWaiting - 1])
        try database.execute(
            sql: "INSERT INTO delivery (id, client, body, created, due) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                "msg_\(Secret().text)", client,
                #"{"type":"\#(type)","timestamp":"\#(now.iso8601())","data":\#(data)}"#, now.milliseconds,
                now.milliseconds,
            ])
    }

    /// Ends the sessions of clients with webhooks whose time was over before they were picked: no request does it.
    static func endExpired(_ now: Timestamp, _ database: Database) throws {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT id, session.client AS owner FROM session JOIN webhook ON webhook.client = session.client
                WHERE state = 'pending' AND deadline <= ?
                """, arguments: [now.milliseconds])
        for row in rows {
            let identifier: String = row["id"]
            try database.execute(sql: "DELETE FROM selected WHERE session = ?", arguments: [identifier])
            try database.execute(
                sql: "UPDATE session SET state = 'expired', ended = deadline, count = 0, byte_total = 0 WHERE id = ?",
                arguments: [identifier])
            try insert(endOf: identifier, state: .expired, count: 0, client: row["owner"], now, database)
        }
    }
}
