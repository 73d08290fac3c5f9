internal import GRDB
internal import PhotoModel

/// The days of "Recently Added": the 30 days that end with the newest day on which an asset was added and that is not
/// in the future, and all days in the future, on which assets were added while a clock was wrong.
enum RecentDays {
    private static let count: Int64 = 30

    /// The range of times at which its assets were added, in milliseconds since 1970.
    static func moments(_ database: Database) throws -> ClosedRange<Int64> {
        let newest = "SELECT max(day) FROM tally WHERE scope = \(DayCountChanges.addedScope)"
        let statement = try database.cachedStatement(sql: "SELECT ifnull((\(newest) AND day <= ?), (\(newest)))")
        let today = DayCountKey.day(of: .now)
        guard let last = try Int64.fetchOne(statement, arguments: [today]) else { return .min ... .max }
        let (first, overflow) = (last - count + 1).multipliedReportingOverflow(by: DayCountKey.millisecondsInDay)
        return (overflow ? .min : first) ... .max
    }

    /// How many assets of these kinds it has.
    static func count(_ kinds: KindList, _ database: Database) throws -> Int {
        let first = DayCountKey.day(of: Timestamp(milliseconds: try moments(database).lowerBound))
        let statement = try database.cachedStatement(
            sql: """
                SELECT sum(count) FROM tally WHERE scope = \(DayCountChanges.addedScope) AND day >= ?\(kinds.condition)
                """)
        return try Int.fetchOne(statement, arguments: [first]) ?? 0
    }
}
