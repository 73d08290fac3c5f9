internal import GRDB
internal import PhotoModel

/// The table `change`.
enum ChangeLog {
    /// Number of the last change that was ever logged; 0 before the first. Stays when changes are pruned.
    static func lastSequence(_ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'change'")
        return try Int64.fetchOne(statement) ?? 0
    }

    /// In milliseconds: 30 days.
    static let lifetime: Int64 = 30 * 86_400_000
    static let longest: Int64 = 200_000

    /// Forgets what will not be asked for any more: what is older than 30 days, and all but the last changes. Tokens
    /// from before that are too old from then on.
    static func prune(now: Timestamp, keeping count: Int64 = longest, _ database: Database) throws {
        let oldest = try Int64.fetchOne(database, sql: "SELECT time FROM change ORDER BY sequence LIMIT 1")
        guard let oldest else { return }
        let (horizon, overflow) = now.milliseconds.subtractingReportingOverflow(lifetime)
        var end = try lastSequence(database) - count
        if !overflow, oldest < horizon {
            // Clocks are set back at times: up to the last old one, so that what is left has no gap.
            let old = try Int64.fetchOne(
                database, sql: "SELECT max(sequence) FROM change WHERE time < ?", arguments: [horizon])
            end = max(end, old ?? end)
        }
        try database.execute(sql: "DELETE FROM change WHERE sequence <= ?", arguments: [end])
    }
}
