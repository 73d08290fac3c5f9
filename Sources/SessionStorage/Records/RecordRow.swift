internal import PhotoModel
internal import PickingSessions
internal import PostgresClient

/// Rows of the table of records.
enum RecordRow {
    /// The most records that are kept.
    static let mostRecords = 10_000
    /// The most names of picked assets that are kept, for all records together.
    static let mostItems = 100_000

    static func insert(
        _ event: AccessRecord.Event, client: String, _ now: Timestamp, _ store: any StoreTransaction
    ) throws {
        _ = try insert(event, client: client, library: nil, title: nil, now, store)
    }

    static func insert(
        _ event: AccessRecord.Event, of grant: Grant, _ now: Timestamp, _ store: any StoreTransaction
    ) throws {
        _ = try insert(event, client: grant.client.name, library: grant.library, title: grant.title, now, store)
    }

    /// Records what was picked in a session.
    static func insert(
        pick session: PickingSession, of client: Client, in library: String, _ now: Timestamp,
        _ store: any StoreTransaction
    ) throws {
        let record = try insert(
            .picked, client: client.name, library: library, title: nil, count: session.selection.count,
            byteTotal: session.byteTotal, now, store)
        let items = session.selection.assets.prefix(mostItems).enumerated().map { position, asset in
            SQL(
                "(?, ?, ?, ?)", .integer(record), .integer(Int64(position)), .text(asset.localIdentifier),
                .text(asset.filename))
        }
        try store.insert(SQL("INSERT INTO record_item (record, position, asset, name) VALUES "), items)
        try forgetOldItems(store)
    }

    /// - Returns: the record's identifier.
    private static func insert(
        _ event: AccessRecord.Event, client: String, library: String?, title: String?, count: Int = 0,
        byteTotal: UInt64 = 0, _ now: Timestamp, _ store: any StoreTransaction
    ) throws -> Int64 {
        try store.run(
            SQL(
                "DELETE FROM record WHERE id <= (SELECT max(id) FROM record) - ?", .integer(Int64(mostRecords) - 1)))
        return Int64(
            try store.number(
                SQL(
                    """
                    INSERT INTO record (time, event, client, library, title, count, byte_total)
                    VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id
                    """, .integer(now.milliseconds), .text(event.rawValue), .text(client), .of(library), .of(title),
                    .integer(Int64(count)), .bits(of: byteTotal))))
    }

    /// Removes the names of the oldest records, always all names of a record.
    static func forgetOldItems(_ store: any StoreTransaction) throws {
        // All at once: to count the names takes long, and the names of thousands of records may have to go.
        try store.run(
            SQL(
                """
                DELETE FROM record_item WHERE record IN (
                    SELECT record FROM (
                        SELECT record, sum(items) OVER (ORDER BY record DESC) AS total
                        FROM (SELECT record, count(*) AS items FROM record_item GROUP BY record) AS counts
                    ) AS totals WHERE total > ?)
                """, .integer(Int64(mostItems))))
    }
}

extension SQLSessionStore {
    package func records(before: Int64?, limit: Int) async throws -> [AccessRecord] {
        try await read { store in
            var found: [AccessRecord] = []
            var last = before ?? .max
            // Records of a newer version are passed over, so that fewer than `limit` are still the last ones.
            while found.count < limit {
                let count = limit - found.count
                let rows = try store.run(
                    SQL(
                        "SELECT * FROM record WHERE id < ? ORDER BY id DESC LIMIT ?", .integer(last),
                        .integer(Int64(count))))
                found += try rows.compactMap { try AccessRecord($0) }
                guard rows.count == count, let row = rows.last else { break }
                last = try row["id"]
            }
            return found
        }
    }

    package func items(ofRecord identifier: Int64, limit: Int) async throws -> [RecordedItem] {
        try await read { store in
            try store.run(
                SQL(
                    "SELECT asset, name FROM record_item WHERE record = ? ORDER BY position LIMIT ?",
                    .integer(identifier), .integer(Int64(limit)))
            ).map { try RecordedItem(localIdentifier: $0["asset"], filename: $0["name"]) }
        }
    }
}

extension AccessRecord {
    /// Nil if the event was written by a newer version.
    fileprivate init?(_ row: StoreRow) throws {
        guard let event = Event(rawValue: try row["event"]) else { return nil }
        try self.init(
            identifier: row["id"], time: Timestamp(milliseconds: row["time"]), event: event, client: row["client"],
            library: row["library"], title: row["title"], count: row["count"],
            byteTotal: UInt64(bitPattern: row["byte_total"]))
    }
}
