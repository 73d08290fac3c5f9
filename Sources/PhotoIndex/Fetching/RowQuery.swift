internal import GRDB
internal import PhotoModel

/// Reads all row ids of a fetch result at once.
struct RowQuery {
    var kinds: KindList
    /// The range of creation times, in milliseconds since 1970.
    var moments: ClosedRange<Int64>
    /// The terms of ORDER BY.
    var columns: String
    var limit: Int?
    var scope = RowCondition.none

    func read(_ database: Database) throws -> RowList {
        let condition = moments == Int64.min ... .max ? "1" : "created BETWEEN ? AND ?"
        let bounds: StatementArguments =
            moments == Int64.min ... .max ? [] : [moments.lowerBound, moments.upperBound]
        let statement = try database.cachedStatement(
            sql: """
                SELECT id FROM asset\(index) WHERE \(scope.sql)\(condition)\(kinds.condition)
                ORDER BY \(columns) LIMIT ?
                """)
        return try RowList(Int64.fetchCursor(statement, arguments: scope.arguments + bounds + [limit ?? -1]))
    }

    /// Names the index: SQLite does not notice that reading in its order makes sorting unnecessary.
    private var index: String {
        scope.sql.isEmpty && columns.hasPrefix("sort_name") ? " INDEXED BY asset_name" : ""
    }
}

/// A condition on rows of the table `asset`.
struct RowCondition {
    /// The SQL text; it ends with " AND ", or is empty.
    let sql: String
    let arguments: StatementArguments

    static let none = RowCondition(sql: "", arguments: [])

    static func ids(_ ids: [Int64]) -> RowCondition {
        RowCondition(
            sql: "asset.id IN (SELECT value FROM json_each(?)) AND ",
            arguments: ["[" + ids.map { String($0) }.joined(separator: ",") + "]"])
    }
}
