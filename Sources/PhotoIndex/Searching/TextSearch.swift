internal import GRDB
internal import PhotoModel

/// Finds assets by words.
///
/// At most `limit` results are kept: those that came into the index last. Where that leaves none out, the best are
/// first, a title or keyword before a file name; otherwise the newest, as weighing a million takes longer than users
/// wait.
struct TextSearch {
    static let limit = 10_000
    /// Results that are weighed.
    static let weighedLimit = 2000

    let expression: String
    let condition: RowCondition
    let kinds: KindList
    let moments: ClosedRange<Int64>
    let order: SortOrder
    /// Of the fetch.
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

    /// What matches, the last that came into the index first.
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

    /// Weights are those of the columns: filename, title, keywords, camera, dates, album.
    ///
    /// The plus sign keeps SQLite from asking FTS5 for one row after the other: for each, bm25 would count again how
    /// many rows have each word, which takes seconds where one of them is in every row.
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
