internal import GRDB

/// Converts rows of the table `asset_text` in older indexes, which have words as the files spell them.
enum SearchedWords {
    private static let columns = ["filename", "title", "keywords", "camera", "dates", "album"]
    /// How many rows are in memory at once.
    private static let batchLength = 1000

    /// Rewrites all words as `FoldedText.words` does. Rows that are all ASCII are left alone.
    static func fold(_ database: Database) throws {
        let search = try database.makeStatement(
            sql: """
                SELECT rowid, \(columns.joined(separator: ", ")) FROM asset_text
                WHERE rowid > ? AND (\(columns.map { "\($0) GLOB ?" }.joined(separator: " OR ")))
                ORDER BY rowid LIMIT \(batchLength)
                """)
        let change = try database.makeStatement(
            sql: "UPDATE asset_text SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE rowid = ?")
        // Matches a text that has a character outside ASCII.
        let patterns = columns.map { _ in "*[^\u{1}-\u{7F}]*" }
        var last = Int64.min
        while true {
            let rows = try Row.fetchAll(search, arguments: [last] + StatementArguments(patterns))
            guard let end = rows.last else { return }
            for row in rows {
                let texts = columns.indices.map { FoldedText.words(row[$0 + 1]) }
                try change.execute(arguments: StatementArguments(texts) + [row[0] as Int64])
            }
            last = end[0]
        }
    }
}
