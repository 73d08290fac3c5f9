internal import PhotoModel
internal import PostgresClient

/// How many assets of a fetch each day has, and at which place each day begins. Days are those of UTC, in the order of the
/// fetch, which is by time; the days of the assets' own clocks are parts of them.
struct DayBuckets: Sendable {
    struct Part: Sendable {
        /// By the clock where the assets were made.
        let civil: Int64
        /// Of that clock, in minutes east of UTC.
        let offset: Int64
        var count: Int
    }

    struct Bucket: Sendable {
        /// In days since 1970; the least number for what has no date.
        let day: Int64
        /// The place of its first asset.
        var start = 0
        var count = 0
        /// By their days, the first one first.
        var parts: [Part] = []

        /// Whether its assets are in the order of their own days: with several clocks, those before midnight by the one may come
        /// after those after midnight by the other.
        var isInOrder: Bool {
            let (clock, civil) = (parts.first?.offset, parts.first?.civil)
            return parts.allSatisfy { $0.offset == clock } || parts.allSatisfy { $0.civil == civil }
        }
    }

    private(set) var buckets: [Bucket] = []
    private(set) var total = 0
    let isDescending: Bool

    /// - Parameter rows: day in UTC, day by the clock, the clock, how many; sorted by the first two.
    init(_ rows: [SQLRow], isDescending: Bool) {
        self.isDescending = isDescending
        for row in rows {
            guard let day = row.integer(0), let civil = row.integer(1), let offset = row.integer(2),
                let count = row.integer(3).map(Int.init)
            else { continue }
            if buckets.last?.day != day { buckets.append(Bucket(day: day)) }
            buckets[buckets.count - 1].count += count
            buckets[buckets.count - 1].parts.append(Part(civil: civil, offset: offset, count: count))
        }
        if isDescending { buckets.reverse() }
        for place in buckets.indices {
            buckets[place].start = total
            total += buckets[place].count
        }
    }

    /// The day in which a place is; nil for one at the end or after it.
    func bucket(at place: Int) -> Bucket? {
        guard place < total else { return nil }
        var (low, high) = (0, buckets.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if buckets[middle].start <= place { low = middle } else { high = middle }
        }
        return buckets[low]
    }

    /// The day with that number; nil when the fetch has none of it.
    func bucket(day: Int64) -> Bucket? { buckets.first { $0.day == day } }

    /// That an asset comes no earlier than a day begins, in the order of the fetch.
    func from(_ day: Int64) -> SQL? {
        if isDescending {
            return Self.milliseconds(day &+ 1).map { SQL("a.created < ?::bigint", .integer($0)) }
        }
        return Self.milliseconds(day).map { SQL("a.created >= ?::bigint", .integer($0)) }
    }

    private static func milliseconds(_ day: Int64) -> Int64? {
        let (product, overflow) = day.multipliedReportingOverflow(by: 86_400_000)
        return overflow ? nil : product
    }

    /// The statement whose rows `init` takes.
    ///
    /// - Parameter conditions: in columns that `picker.day_count` and `picker.asset` have both.
    static func statement(at change: Int64, _ conditions: [SQL]) -> SQL {
        SQL("SELECT utc, civil, created_offset, sum(n)::bigint FROM (") + counts(at: change, conditions)
            + SQL(") changed GROUP BY 1, 2, 3 HAVING sum(n) <> 0 ORDER BY 1, 2, 3")
    }

    /// The statement that gives `total` alone, which is known long before all days have come.
    static func totalStatement(at change: Int64, _ conditions: [SQL]) -> SQL {
        SQL("SELECT coalesce(sum(n), 0)::bigint FROM (") + counts(at: change, conditions) + SQL(") changed")
    }

    /// The table has what is shown now. What began or ended after the change that the fetch is of is taken off and put back; both
    /// are read at one moment.
    private static func counts(at change: Int64, _ conditions: [SQL]) -> SQL {
        let terms = ([SQL("true")] + conditions).joined(" AND ")
        var statement =
            SQL("SELECT a.utc, a.civil, a.created_offset, a.count AS n FROM picker.day_count a WHERE ") + terms
        statement += SQL(
            """
             UNION ALL
            SELECT picker.day(a.created, 0), picker.day(a.created, coalesce(a.created_offset, 0)),
            coalesce(a.created_offset, 0), CASE WHEN a.since <= ? THEN 1 WHEN a.until = 9223372036854775807 THEN -1 ELSE 0 END
            FROM picker.asset a WHERE (a.since > ? OR (a.until > ? AND a.until < 9223372036854775807)) AND
            """, .integer(change), .integer(change), .integer(change))
        return statement + SQL(" ") + terms
    }
}
