internal import GRDB
internal import PhotoModel

extension ChangeLog {
    /// In milliseconds: 30 days.
    private static let lifetime: Int64 = 30 * 86_400_000
    private static let longest: Int64 = 200_000

    /// Removes what nobody will ask for any more: what is older than 30 days, and all but the last 200,000 changes.
    static func prune(now: Timestamp, _ database: Database) throws {
        let first = try Row.fetchOne(database, sql: "SELECT sequence, time FROM change ORDER BY sequence LIMIT 1")
        guard let first else { return }
        let horizon = now.milliseconds - lifetime
        let (sequence, time): (Int64, Int64) = (first[0], first[1])
        if time < horizon {
            // Clocks are set back at times: up to the last old one, so that what is left has no gap.
            try database.execute(
                sql: "DELETE FROM change WHERE sequence <= (SELECT max(sequence) FROM change WHERE time < ?)",
                arguments: [horizon])
        }
        if try sequence <= lastSequence(database) - longest { try prune(keeping: longest, database) }
    }
}
