internal import GRDB
internal import PhotoModel
internal import PickingSessions

/// The rows of what was given to whom.
enum RecordRow {
    /// Records that are kept.
    static let mostRecords = 10_000
    /// Names of picked assets that are kept, of all records together.
    static let mostItems = 100_000

    static func insert(_ event: AccessRecord.Event, client: String, _ now: Timestamp, _ database: Database) throws {
        try insert(event, client: client, library: nil, title: nil, now, database)
    }

    static func insert(_ event: AccessRecord.Event, of grant: Grant, _ now: Timestamp, _ database: Database) throws {
        try insert(event, client: grant.client.name, library: grant.library, title: grant.title, now, database)
    }

    /// What was picked in a session.
    static func insert(
        pick session: PickingSession, of client: Client, in library: String, _ now: Timestamp, _ database: Database
    ) throws {
        try insert(
            .picked, client: client.name, library: library, title: nil, count: session.selection.count,
            byteTotal: session.byteTotal, now, database)
        let record = database.lastInsertedRowID
        let statement = try database.makeStatement(
            sql: "INSERT INTO record_item (record, position, asset, name) VALUES (?, ?, ?, ?)")
        for (position, asset) in session.selection.assets.prefix(mostItems).enumerated() {
            try statement.execute(arguments: [record, position, asset.localIdentifier, asset.filename])
        }
        try forgetOldItems(database)
    }

    private static func insert(
        _ event: AccessRecord.Event, client: String, library: String?, title: String?, count: Int = 0,
        byteTotal: UInt64 = 0, _ now: Timestamp, _ database: Database
    ) throws {
        // Before the insertion: its row is the last one inserted, for what belongs to it.
        try database.execute(
            sql: "DELETE FROM record WHERE id <= (SELECT max(id) FROM record) - ?", arguments: [mostRecords - 1])
        try database.execute(
            sql: """
                INSERT INTO record (time, event, client, library, title, count, byte_total) VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                now.milliseconds, event.rawValue, client, library, title, count, Int64(bitPattern: byteTotal),
            ])
    }

    /// The oldest first, of whole records.
    private static func forgetOldItems(_ database: Database) throws {
        while try Int.fetchOne(database, sql: "SELECT count(*) FROM record_item") ?? 0 > mostItems {
            try database.execute(
                sql: "DELETE FROM record_item WHERE record = (SELECT min(record) FROM record_item)")
        }
    }
}

extension SQLiteSessionStore {
    package func records(before: Int64?, limit: Int) async throws -> [AccessRecord] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM record WHERE id < ? ORDER BY id DESC LIMIT ?",
                arguments: [before ?? .max, limit]
            ).compactMap { AccessRecord($0) }
        }
    }

    package func items(ofRecord identifier: Int64, limit: Int) async throws -> [RecordedItem] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT asset, name FROM record_item WHERE record = ? ORDER BY position LIMIT ?",
                arguments: [identifier, limit]
            ).map { RecordedItem(localIdentifier: $0["asset"], filename: $0["name"]) }
        }
    }
}

extension AccessRecord {
    /// Nil for an event that a newer version wrote.
    fileprivate init?(_ row: Row) {
        guard let event = Event(rawValue: row["event"]) else { return nil }
        self.init(
            identifier: row["id"], time: Timestamp(milliseconds: row["time"]), event: event, client: row["client"],
            library: row["library"], title: row["title"], count: row["count"],
            byteTotal: UInt64(bitPattern: row["byte_total"]))
    }
}
