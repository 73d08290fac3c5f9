internal import PostgresClient

/// The tables that count what is shown now, by which a fetch is counted without reading its assets; each can count what those before it can.
///
/// A fetch shows the library after a change that may be old. So rows that began after that change are subtracted from what a table
/// counts, and rows that ended after it are added.
enum CountTable: Comparable {
    /// No table: the conditions are about something that is not counted.
    case nothing
    /// `picker.kind_count`: media types, subtypes, favorites and what is hidden. It has few rows.
    case kinds
    /// `picker.day_count` besides, which counts media types and what is hidden for each day.
    case days

    /// The statement for the number of assets.
    ///
    /// - Parameter conditions: conditions on columns that both `picker.kind_count` and `picker.asset` have.
    static func totalStatement(at change: Int64, _ conditions: [SQL]) -> SQL {
        let terms = ([SQL("true")] + conditions).joined(" AND ")
        // One statement, so that both parts read the same moment.
        var statement = SQL("SELECT (SELECT coalesce(sum(a.count), 0)::bigint FROM picker.kind_count a WHERE ") + terms
        statement += SQL(") + (SELECT coalesce(sum(") + difference(at: change)
        statement += SQL("), 0)::bigint FROM picker.asset a WHERE ") + changed(since: change)
        return statement + SQL(" AND ") + terms + SQL(")")
    }

    /// What a row that changed after a change counts for: 1 if it was shown then and is no longer, -1 if it is shown only now.
    static func difference(at change: Int64) -> SQL {
        SQL("CASE WHEN a.since <= ? THEN 1 WHEN a.until = 9223372036854775807 THEN -1 ELSE 0 END", .integer(change))
    }

    /// The condition for rows that changed after a change.
    static func changed(since change: Int64) -> SQL {
        SQL(
            "(a.since > ? OR (a.until > ? AND a.until < 9223372036854775807))", .integer(change), .integer(change))
    }
}
