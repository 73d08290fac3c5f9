internal import GRDB
internal import PhotoModel

/// Asks for all row ids of a fetch result at once.
struct RowQuery {
    var kinds: KindList
    /// Milliseconds of creation.
    var moments: ClosedRange<Int64>
    var order: SortOrder
    var limit: Int?
    /// Further conditions, each ended by " AND ".
    var scope: String
    var arguments: StatementArguments

    init(
        kinds: KindList, moments: ClosedRange<Int64>, order: SortOrder, limit: Int?, scope: String = "",
        arguments: StatementArguments = []
    ) {
        (self.kinds, self.moments, self.order, self.limit) = (kinds, moments, order, limit)
        (self.scope, self.arguments) = (scope, arguments)
    }

    /// Puts known assets in order.
    init(ids: [Int64], order: SortOrder, limit: Int?) {
        self.init(
            kinds: .all, moments: .min ... .max, order: order, limit: limit,
            scope: "id IN (SELECT value FROM json_each(?)) AND ",
            arguments: ["[" + ids.map { String($0) }.joined(separator: ",") + "]"])
    }

    func read(_ database: Database) throws -> RowList {
        let condition = moments == Int64.min ... .max ? "1" : "created BETWEEN ? AND ?"
        let bounds: StatementArguments =
            moments == Int64.min ... .max ? [] : [moments.lowerBound, moments.upperBound]
        let statement = try database.cachedStatement(
            sql: """
                SELECT id FROM asset\(index) WHERE \(scope)\(condition)\(kinds.condition)
                ORDER BY \(order.columns) LIMIT ?
                """)
        return try RowList(Int64.fetchCursor(statement, arguments: arguments + bounds + [limit ?? -1]))
    }

    /// SQLite does not see that walking in order spares the sorting.
    private var index: String {
        scope.isEmpty && order.keys.first?.property == .filename ? " INDEXED BY asset_name" : ""
    }
}
