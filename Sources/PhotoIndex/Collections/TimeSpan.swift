internal import GRDB
internal import PhotoModel

/// When the first and the last asset of a walk were created.
enum TimeSpan {
    static func read(_ walk: Walk, _ database: Database) throws -> (first: Timestamp, last: Timestamp)? {
        guard let first = try end("", walk, database), let last = try end(" DESC", walk, database) else { return nil }
        return (Timestamp(milliseconds: first), Timestamp(milliseconds: last))
    }

    private static func end(_ direction: String, _ walk: Walk, _ database: Database) throws -> Int64? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT created FROM asset INDEXED BY \(walk.index)
                WHERE \(walk.scope.condition)created BETWEEN ? AND ?\(walk.kinds.condition)
                ORDER BY created\(direction) LIMIT 1
                """)
        let bounds = [walk.moments.lowerBound, walk.moments.upperBound]
        return try Int64.fetchOne(statement, arguments: StatementArguments(walk.scope.arguments + bounds))
    }
}
