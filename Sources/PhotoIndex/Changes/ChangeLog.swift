internal import GRDB
internal import PhotoModel

/// The table `change`: the log of changes.
enum ChangeLog {
    /// The number of the last change that was ever logged; 0 before the first. Pruning does not change it.
    static func lastSequence(_ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'change'")
        return try Int64.fetchOne(statement) ?? 0
    }

    /// How long changes are kept, in milliseconds: 30 days.
    static let lifetime: Int64 = 30 * 86_400_000
    static let longest: Int64 = 200_000

    /// Removes changes older than 30 days, and all but the last `count` changes. Tokens from before the oldest change
    /// that is left are too old after that.
    static func prune(now: Timestamp, keeping count: Int64 = longest, _ database: Database) throws {
        let oldest = try Int64.fetchOne(database, sql: "SELECT time FROM change ORDER BY sequence LIMIT 1")
        guard let oldest else { return }
        let (horizon, overflow) = now.milliseconds.subtractingReportingOverflow(lifetime)
        var end = try lastSequence(database) - count
        if !overflow, oldest < horizon {
            // Clocks are set back at times, so times need not ascend. Remove everything up to the last old change, so
            // that the log has no gap.
            let old = try Int64.fetchOne(
                database, sql: "SELECT max(sequence) FROM change WHERE time < ?", arguments: [horizon])
            end = max(end, old ?? end)
        }
        try database.execute(sql: "DELETE FROM change WHERE sequence <= ?", arguments: [end])
    }
}
