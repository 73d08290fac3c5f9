internal import PhotoModel
internal import PostgresClient

/// How many assets of a fetch each day has, and the position at which each day begins. Days are in UTC, in the order of the fetch, which
/// is by time. Each is divided into parts by the days and offsets of the clocks where the assets were created.
struct DayBuckets: Sendable {
    struct Part: Sendable {
        /// Days since 1970, by the clock where the assets were created.
        let civil: Int64
        /// The offset of that clock, in minutes east of UTC.
        let offset: Int64
        var count: Int
    }

    struct Bucket: Sendable {
        /// Days since 1970 in UTC; the least number for assets without a date.
        let day: Int64
        /// The position of its first asset.
        var start = 0
        var count = 0
        /// Sorted by day, earliest first.
        var parts: [Part] = []

        /// Whether its assets are sorted by the days of their own clocks. With several clocks, an asset from before midnight by one clock
        /// may come after one from after midnight by another.
        var isInOrder: Bool {
            let (clock, civil) = (parts.first?.offset, parts.first?.civil)
            return parts.allSatisfy { $0.offset == clock } || parts.allSatisfy { $0.civil == civil }
        }
    }

    /// How many assets a part of a day has, or how many of them a change added or took away.
    struct Counted {
        let key: (day: Int64, civil: Int64, offset: Int64)
        let count: Int
    }

    private(set) var buckets: [Bucket] = []
    private(set) var total = 0
    let isDescending: Bool

    /// - Parameter counts: in any order, and of a part any number.
    init(_ counts: [Counted], isDescending: Bool) {
        self.isDescending = isDescending
        var rest = Self.sorted(counts)[...]
        while let first = rest.first {
            let next = rest.firstIndex { $0.key != first.key } ?? rest.endIndex
            let count = rest[..<next].reduce(0) { $0 + $1.count }
            rest = rest[next...]
            // Of what was shown only before the change, or after it, nothing is left.
            guard count != 0 else { continue }
            if buckets.last?.day != first.key.day { buckets.append(Bucket(day: first.key.day)) }
            buckets[buckets.count - 1].count += count
            buckets[buckets.count - 1].parts.append(
                Part(civil: first.key.civil, offset: first.key.offset, count: count))
        }
        if isDescending { buckets.reverse() }
        for place in buckets.indices {
            buckets[place].start = total
            total += buckets[place].count
        }
    }

    /// Sorted by their keys. The days of a library are close together, and have a few parts each: so what is of one day is put together
    /// first, in steps that grow with the number of parts and days alone, which takes a quarter of the time of sorting all.
    private static func sorted(_ counts: [Counted]) -> [Counted] {
        var (first, last) = (Int64.max, Int64.min)
        for count in counts where count.key.day != .min {
            (first, last) = (min(first, count.key.day), max(last, count.key.day))
        }
        let (length, isFar) = last.subtractingReportingOverflow(first)
        guard first <= last, !isFar, length < counts.count * 4 else { return counts.sorted { $0.key < $1.key } }
        // What has no date comes before the first day.
        func place(_ count: Counted) -> Int { count.key.day == .min ? 0 : Int(count.key.day - first) + 1 }
        var ends = [Int](repeating: 0, count: Int(length) + 2)
        for count in counts { ends[place(count)] += 1 }
        for place in ends.indices.dropFirst() { ends[place] += ends[place - 1] }
        var sorted = counts
        var starts = ends
        for count in counts {
            starts[place(count)] -= 1
            sorted[starts[place(count)]] = count
        }
        sorted.withUnsafeMutableBufferPointer { sorted in
            for (start, end) in zip(starts, ends) where end - start > 1 {
                sorted[start..<end].sort { $0.key < $1.key }
            }
        }
        return sorted
    }

    /// The day that contains a position; nil at the end and after it.
    func bucket(at place: Int) -> Bucket? {
        guard place < total else { return nil }
        var (low, high) = (0, buckets.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if buckets[middle].start <= place { low = middle } else { high = middle }
        }
        return buckets[low]
    }

    /// The day with a number; nil if the fetch has no asset of that day.
    func bucket(day: Int64) -> Bucket? { buckets.first { $0.day == day } }

    /// The condition that an asset is not before the beginning of a day, in the order of the fetch; nil if the day has no beginning in
    /// milliseconds.
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

    /// The statement whose rows `Counted` reads: the day in UTC, the day by the clock, the clock's offset and the count, in any order, and
    /// a day more than once. To add them up and sort them would take the server twice as long as to read them.
    ///
    /// One statement reads the table and the rows that changed, so they fit each other.
    ///
    /// - Parameter conditions: conditions on columns that both `picker.day_count` and `picker.asset` have.
    static func statement(at change: Int64, _ conditions: [SQL]) -> SQL {
        let terms = ([SQL("true")] + conditions).joined(" AND ")
        var statement = SQL("SELECT a.utc, a.civil, a.created_offset, a.count FROM picker.day_count a WHERE ") + terms
        statement += SQL(
            """
             UNION ALL
            SELECT picker.day(a.created, 0), picker.day(a.created, coalesce(a.created_offset, 0)),
            coalesce(a.created_offset, 0),
            """)
        statement += SQL(" ") + CountTable.difference(at: change) + SQL(" FROM picker.asset a WHERE ")
        return statement + CountTable.changed(since: change) + SQL(" AND ") + terms
    }
}

extension DayBuckets.Counted {
    /// - Parameter row: one of `DayBuckets.statement`.
    init(_ row: SQLRow) {
        key = (row.integer(0) ?? .min, row.integer(1) ?? 0, row.integer(2) ?? 0)
        count = Int(row.integer(3) ?? 0)
    }
}
