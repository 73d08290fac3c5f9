internal import GRDB

extension Walk {
    /// Where reading begins.
    enum Start {
        case moment(Int64)
        case point(WalkPoint)
    }

    /// Ids of assets from `start` on, none behind the moment `last`.
    func readIDs(
        from start: Start, skipping offset: Int, through last: Int64, limit: Int, _ database: Database
    ) throws -> [Int64] {
        let lower = lowerBound(start)
        let statement = try database.cachedStatement(
            sql: """
                SELECT id FROM asset INDEXED BY \(index)
                WHERE \(scope.condition)\(lower.condition) AND \(column) <= ?\(kinds.condition)
                ORDER BY \(order) LIMIT ? OFFSET ?
                """)
        return try Int64.fetchAll(
            statement,
            arguments: StatementArguments(scope.arguments) + lower.arguments + [last, limit, offset])
    }

    /// Counts the assets from `start` up to `end`, which is not counted.
    func count(from start: Start, upTo end: WalkPoint, _ database: Database) throws -> Int {
        let lower = lowerBound(start)
        let statement = try database.cachedStatement(
            sql: """
                SELECT count(*) FROM asset INDEXED BY \(index)
                WHERE \(scope.condition)\(lower.condition) AND (\(order)) < \(end.placeholders)\(kinds.condition)
                """)
        return try Int.fetchOne(
            statement,
            arguments: StatementArguments(scope.arguments) + lower.arguments + end.arguments) ?? 0
    }

    /// The asset that lies `offset` assets behind `start`, none behind the moment `last`.
    func point(
        from start: Start, skipping offset: Int, through last: Int64, _ database: Database
    ) throws -> WalkPoint? {
        let lower = lowerBound(start)
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(order) FROM asset INDEXED BY \(index)
                WHERE \(scope.condition)\(lower.condition) AND \(column) <= ?\(kinds.condition)
                ORDER BY \(order) LIMIT 1 OFFSET ?
                """)
        return try Row.fetchOne(
            statement, arguments: StatementArguments(scope.arguments) + lower.arguments + [last, offset]
        ).map(WalkPoint.init)
    }

    private func lowerBound(_ start: Start) -> (condition: String, arguments: StatementArguments) {
        switch start {
        case .moment(let moment): ("\(column) >= ?", [moment])
        case .point(let point): ("(\(order)) >= \(point.placeholders)", point.arguments)
        }
    }
}
