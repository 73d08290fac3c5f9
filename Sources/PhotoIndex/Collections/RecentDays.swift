internal import GRDB
internal import PhotoModel

/// What "Recently Added" holds: what came within 30 days, counted back from the day of the newest, and what came while a clock was
/// wrong and showed a day that is still to come.
enum RecentDays {
    private static let count: Int64 = 30

    /// Moments of being added, in milliseconds.
    static func moments(_ database: Database) throws -> ClosedRange<Int64> {
        let newest = "SELECT max(day) FROM tally WHERE scope = \(DayCountChanges.addedScope)"
        let statement = try database.cachedStatement(sql: "SELECT ifnull((\(newest) AND day <= ?), (\(newest)))")
        let today = DayCountKey.day(of: .now)
        guard let last = try Int64.fetchOne(statement, arguments: [today]) else { return .min ... .max }
        let (first, overflow) = (last - count + 1).multipliedReportingOverflow(by: DayCountKey.millisecondsInDay)
        return (overflow ? .min : first) ... .max
    }

    /// How many assets of some kinds it holds.
    static func count(_ kinds: KindList, _ database: Database) throws -> Int {
        let first = DayCountKey.day(of: Timestamp(milliseconds: try moments(database).lowerBound))
        let statement = try database.cachedStatement(
            sql: """
                SELECT sum(count) FROM tally WHERE scope = \(DayCountChanges.addedScope) AND day >= ?\(kinds.condition)
                """)
        return try Int.fetchOne(statement, arguments: [first]) ?? 0
    }
}
