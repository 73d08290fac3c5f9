package import PhotoModel
package import PostgresClient

/// Rows that ended more than a week ago, which no fetch and no valid token needs any more.
package enum OldRows {
    /// The most rows of one statement, so that no writer waits for it, and it does not exceed an administrator's timeout.
    private static let most: Int64 = 5_000

    /// Deletes the rows.
    package static func delete(_ connection: Connection, _ cancellation: Cancellation) throws(DatabaseError) {
        func run(_ statement: SQL) throws(DatabaseError) -> SQLRows { try connection.run(statement, cancellation) }
        let horizon = try run(
            SQL("SELECT max(number) FROM picker.change WHERE made < now() - interval '7 days'")
        ).first?.integer(0)
        guard let horizon else { return }
        // The horizon is written before any row is deleted. If this process is killed then, the next one deletes the rest.
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
