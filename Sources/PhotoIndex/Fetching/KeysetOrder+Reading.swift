internal import GRDB
internal import PhotoModel

extension KeysetOrder {
    /// Where reading begins.
    enum Start {
        case moment(Int64)
        case point(SeekKey)
    }

    /// The ids of assets from `start` on, up to and including the moment `last`.
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

    /// The number of assets from `start` up to `end`, which is not included.
    func count(from start: Start, upTo end: SeekKey, _ database: Database) throws -> Int {
        let lower = lowerBound(start)
        let statement = try database.cachedStatement(
            sql: """
                SELECT count(*) FROM asset INDEXED BY \(index)
                WHERE \(scope.condition)\(lower.condition) AND (\(order)) < \(end.parameters)\(kinds.condition)
                """)
        return try Int.fetchOne(
            statement,
            arguments: StatementArguments(scope.arguments) + lower.arguments + end.arguments) ?? 0
    }

    /// The seek key of the asset `offset` assets after `start`; nil if it would be after the moment `last`.
    func point(
        from start: Start, skipping offset: Int, through last: Int64, _ database: Database
    ) throws -> SeekKey? {
        let lower = lowerBound(start)
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(order) FROM asset INDEXED BY \(index)
                WHERE \(scope.condition)\(lower.condition) AND \(column) <= ?\(kinds.condition)
                ORDER BY \(order) LIMIT 1 OFFSET ?
                """)
        return try Row.fetchOne(
            statement, arguments: StatementArguments(scope.arguments) + lower.arguments + [last, offset]
        ).map(SeekKey.init)
    }

    /// When the first and the last asset were created; nil if there is none.
    func timeSpan(_ database: Database) throws -> (first: Timestamp, last: Timestamp)? {
        guard let first = try creation("", database), let last = try creation(" DESC", database) else { return nil }
        return (Timestamp(milliseconds: first), Timestamp(milliseconds: last))
    }

    private func creation(_ direction: String, _ database: Database) throws -> Int64? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT created FROM asset INDEXED BY \(index)
                WHERE \(scope.condition)created BETWEEN ? AND ?\(kinds.condition)
                ORDER BY created\(direction) LIMIT 1
                """)
        return try Int64.fetchOne(
            statement, arguments: StatementArguments(scope.arguments + [moments.lowerBound, moments.upperBound]))
    }

    private func lowerBound(_ start: Start) -> (condition: String, arguments: StatementArguments) {
        switch start {
        case .moment(let moment): ("\(column) >= ?", [moment])
        case .point(let point): ("(\(order)) >= \(point.parameters)", point.arguments)
        }
    }
}
