internal import GRDB
internal import PhotoModel

/// Finds assets by words.
///
/// At most `limit` results are kept: those that were added to the index last. Up to `weighedLimit` matches are ranked,
/// the best first (a title or keyword counts more than a file name). If there are more, the newest come first, because
/// ranking a million takes longer than users wait.
struct TextSearch {
    static let limit = 10_000
    /// The most results that are ranked.
    static let weighedLimit = 2000

    let expression: String
    let condition: RowCondition
    let kinds: KindList
    let moments: ClosedRange<Int64>
    let order: SortOrder
    /// The limit of the fetch.
    let limit: Int?

    func read(_ database: Database) throws -> RowList {
        let found = try newestIDs(database)
        if found.isEmpty { return RowList([]) }
        if order.keys.isEmpty, found.count <= Self.weighedLimit {
            return RowList(try weighed(Set(found), database).prefix(limit ?? found.count))
        }
        let newestFirst = SortOrder([SortKey(.creationTime, isDescending: true)])
        return try RowQuery(
            kinds: .all, moments: .min ... .max, columns: (order.keys.isEmpty ? newestFirst : order).columns,
            limit: limit, scope: .ids(found)
        ).read(database)
    }

    /// The ids of the matches, the last one that was added to the index first.
    private func newestIDs(_ database: Database) throws -> [Int64] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT asset_text.rowid FROM asset_text CROSS JOIN asset ON asset.id = asset_text.rowid
                WHERE asset_text MATCH ? AND \(condition.sql)asset.created BETWEEN ? AND ?\(kinds.condition)
                ORDER BY asset_text.rowid DESC LIMIT \(Self.limit)
                """)
        return try Int64.fetchAll(
            statement,
            arguments: [expression] + condition.arguments + [moments.lowerBound, moments.upperBound])
    }

    /// Sorts matches by rank. The weights are those of the columns: filename, title, keywords, camera, dates, album.
    ///
    /// The unary plus keeps SQLite from asking FTS5 for one row at a time: for each, bm25 would count again how many
    /// rows have each word, which takes seconds if a word is in every row.
    private func weighed(_ found: Set<Int64>, _ database: Database) throws -> [Int64] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT rowid FROM asset_text
                WHERE asset_text MATCH ? AND +rowid IN (SELECT value FROM json_each(?))
                ORDER BY bm25(asset_text, 1, 10, 8, 1, 2, 4), rowid DESC
                """)
        let list = "[" + found.map { String($0) }.joined(separator: ",") + "]"
        return try Int64.fetchAll(statement, arguments: [expression, list])
    }
}
