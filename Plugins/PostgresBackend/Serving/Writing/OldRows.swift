package import PhotoModel
package import PostgresClient

/// Rows of what assets were more than a week ago: no fetch and no valid token asks for them any more.
package enum OldRows {
    /// Of one statement: who writes meanwhile waits for none of it, and no limit of an administrator is met.
    private static let most: Int64 = 5_000

    /// Deletes them.
    package static func delete(_ connection: Connection, _ cancellation: Cancellation) throws(DatabaseError) {
        func run(_ statement: SQL) throws(DatabaseError) -> SQLRows { try connection.run(statement, cancellation) }
        let horizon = try run(
            SQL("SELECT max(number) FROM picker.change WHERE made < now() - interval '7 days'")
        ).first?.integer(0)
        guard let horizon else { return }
        // Before any of it is gone. Who is killed after that leaves the rest to the next one.
        _ = try run(SQL("UPDATE picker.library SET horizon = greatest(horizon, ?)", .integer(horizon)))
        var count = most
        while count == most {
            count =
                try run(
                    SQL(
                        """
                        WITH old AS (
                            SELECT "row" FROM picker.asset WHERE until <= ? ORDER BY until LIMIT ?
                        ), gone AS (
                            DELETE FROM picker.asset a USING old WHERE a."row" = old."row" RETURNING a.body
                        ), bodies AS (
                            DELETE FROM picker.body b USING gone WHERE b.id = gone.body
                        ) SELECT count(*) FROM old
                        """, .integer(horizon), .integer(most))
                ).first?.integer(0) ?? 0
        }
        _ = try run(SQL("DELETE FROM picker.change WHERE number < ?", .integer(horizon)))
    }
}
