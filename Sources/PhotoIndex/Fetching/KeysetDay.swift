internal import GRDB

/// A day of a keyset order and where it begins.
struct KeysetDay {
    let day: Int64
    /// Position of its first asset among those that the order gives.
    let start: Int
    let count: Int
    /// Entries of the index before it and in it, also those of kinds that are passed over.
    let passed: Int
    let total: Int

    var end: Int { start + count }
    var passedEnd: Int { passed + total }

    /// Whether finding a place in it by counting takes too long.
    var isHeavy: Bool { total > 4096 }
}

extension KeysetOrder {
    /// The days on which there is something, from the day counts; where the moments begin or end within a day, counted.
    func readDays(_ database: Database) throws -> [KeysetDay] {
        guard !kinds.isEmpty else { return [] }
        let statement = try database.cachedStatement(
            sql: """
                SELECT day, sum(count), sum(count) FILTER (WHERE \(kinds.test)) AS matching FROM tally
                WHERE scope = ? AND day BETWEEN ? AND ? GROUP BY day HAVING matching > 0
                """)
        let rows = try Row.fetchCursor(
            statement, arguments: [dayCountScope, days.lowerBound, days.upperBound])
        var found: [KeysetDay] = []
        var start = 0
        var passed = 0
        while let row = try rows.next() {
            let (day, total, matching): (Int64, Int, Int) = (row[0], row[1], row[2])
            let count = isWhole(day) ? matching : try countAssets(ofDay: day, database)
            guard count > 0 else { continue }
            found.append(KeysetDay(day: day, start: start, count: count, passed: passed, total: total))
            start += count
            passed += total
        }
        return found
    }

    /// The moments of a day that belong to the order.
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
