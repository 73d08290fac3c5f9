internal import GRDB

/// A day in a keyset order, and the position at which it begins.
struct KeysetDay {
    let day: Int64
    /// The position of its first asset among the assets of the order.
    let start: Int
    let count: Int
    /// The number of index entries in all days before it, and (`total`) in it. Both count entries of other kinds as well.
    let passed: Int
    let total: Int

    var end: Int { start + count }
    var passedEnd: Int { passed + total }

    /// Whether it has too many entries to find a position in it by counting.
    var isHeavy: Bool { total > 4096 }
}

extension KeysetOrder {
    /// The days that have assets, read from the day counts. Assets of a day that the range of moments covers only in
    /// part are counted.
    func readDays(_ database: Database) throws -> [KeysetDay] {
        guard !kinds.isEmpty else { return [] }
        let statement = try database.cachedStatement(
            sql: """
                SELECT day, sum(count), ifnull(sum(count) FILTER (WHERE \(kinds.test)), 0) FROM tally
                WHERE scope = ? AND day BETWEEN ? AND ? GROUP BY day
                """)
        let rows = try Row.fetchCursor(
            statement, arguments: [dayCountScope, days.lowerBound, days.upperBound])
        var found: [KeysetDay] = []
        var start = 0
        var passed = 0
        while let row = try rows.next() {
            let (day, total, matching): (Int64, Int, Int) = (row[0], row[1], row[2])
            defer { passed += total }
            let count = matching == 0 || isWhole(day) ? matching : try countAssets(ofDay: day, database)
            guard count > 0 else { continue }
            found.append(KeysetDay(day: day, start: start, count: count, passed: passed, total: total))
            start += count
        }
        return found
    }

    /// The moments of a day that are within the range of the order.
    func coveredMoments(ofDay day: Int64) -> ClosedRange<Int64> { moments(ofDay: day).clamped(to: moments) }

    private func isWhole(_ day: Int64) -> Bool { coveredMoments(ofDay: day) == moments(ofDay: day) }

    private func countAssets(ofDay day: Int64, _ database: Database) throws -> Int {
        let bounds = coveredMoments(ofDay: day)
        let statement = try database.cachedStatement(
            sql: """
                SELECT count(*) FROM asset INDEXED BY \(index)
                WHERE \(scope.condition)\(column) BETWEEN ? AND ?\(kinds.condition)
                """)
        let arguments = scope.arguments + [bounds.lowerBound, bounds.upperBound]
        return try Int.fetchOne(statement, arguments: StatementArguments(arguments)) ?? 0
    }
}
