internal import GRDB

extension Catalog {
    /// In milliseconds. A placeholder is not worth a longer wait for another process.
    private static let placeholderPatience = 200

    /// Whether the asset has no placeholder, and its file is the one that the catalog knows.
    func lacksPlaceholder(_ origin: PictureOrigin) throws -> Bool {
        try pool.read { try PlaceholderRow.id(lacking: origin, $0) != nil }
    }

    /// Writes placeholders of assets that have none and whose files are still those that were rendered.
    ///
    /// They are no news: the log of changes says nothing of them, and what was fetched stays as it is.
    ///
    /// - Throws: errors of SQLite; `SQLITE_BUSY` when another process writes for longer than a moment.
    func store(_ placeholders: [PictureOrigin: [UInt8]]) throws {
        let count = try pool.writeWithoutTransaction { database in
            let patience = try Int.fetchOne(database, sql: "PRAGMA busy_timeout") ?? 0
            try database.execute(sql: "PRAGMA busy_timeout = \(Self.placeholderPatience)")
            defer { try? database.execute(sql: "PRAGMA busy_timeout = \(patience)") }
            var count = 0
            try database.inTransaction(.immediate) {
                for (origin, bytes) in placeholders where try PlaceholderRow.put(bytes, of: origin, database) {
                    count += 1
                }
                return .commit
            }
            return count
        }
        if count > 0 { states.noteNewPlaceholders() }
    }
}
