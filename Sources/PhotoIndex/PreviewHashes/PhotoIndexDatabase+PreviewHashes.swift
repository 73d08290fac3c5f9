internal import GRDB

extension PhotoIndexDatabase {
    /// How long to wait for another process, in milliseconds. A preview hash is not worth a longer wait.
    private static let previewHashPatience = 200

    /// Whether the asset has no preview hash, and its file is still the one that was rendered.
    func lacksPreviewHash(_ origin: ThumbnailOrigin) throws -> Bool {
        try pool.read { try PreviewHashRow.id(lacking: origin, $0) != nil }
    }

    /// Writes preview hashes of assets that have none and whose files are still those that were rendered.
    ///
    /// This does not count as a change: nothing is logged, and existing fetch results stay as they are.
    ///
    /// - Throws: errors of SQLite; `SQLITE_BUSY` if another process writes for longer than a moment.
    func store(_ previewHashes: [ThumbnailOrigin: [UInt8]]) throws {
        let count = try pool.writeWithoutTransaction { database in
            let patience = try Int.fetchOne(database, sql: "PRAGMA busy_timeout") ?? 0
            try database.execute(sql: "PRAGMA busy_timeout = \(Self.previewHashPatience)")
            defer { try? database.execute(sql: "PRAGMA busy_timeout = \(patience)") }
            var count = 0
            try database.inTransaction(.immediate) {
                for (origin, bytes) in previewHashes where try PreviewHashRow.put(bytes, of: origin, database) {
                    count += 1
                }
                return .commit
            }
            return count
        }
        if count > 0 { states.noteNewPreviewHashes() }
    }
}
