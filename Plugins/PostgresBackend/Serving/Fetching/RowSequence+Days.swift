internal import BackendKit
internal import PhotoModel
internal import PostgresClient

// Day counts, which make it unnecessary to read all assets.
extension RowSequence {
    /// How many assets one statement should read of days with several clocks, if the assets are spread evenly.
    private static let mostRead = 20_000
    /// If the days with several clocks have more assets than this, the host reads the fetch in windows instead.
    private static let mostReadAtAll = 500_000

    /// Emits how many assets each day has.
    ///
    /// - Throws: `.unsupported` if the table of counts is not enough to tell.
    func days(_ call: BackendCall, _ emit: (DayCount) -> Flow) throws(PhotoError) {
        guard counts == .days, limit == nil, order.isByTime else {
            throw Self.untold
        }
        let days = try keptDays.days { () throws(PhotoError) in try countDays(call) }
        for day in days where emit(day) == .stop { return }
    }

    private func countDays(_ call: BackendCall) throws(PhotoError) -> [DayCount] {
        let buckets = try buckets(call).buckets
        let mixed = buckets.filter { !$0.isInOrder }
        guard mixed.reduce(0, { $0 + $1.count }) <= Self.mostReadAtAll else {
            throw .unsupported("clocks of several places are mixed in most of this fetch")
        }
        let read = try daysInOrder(mixed, call)
        // A day by a clock that is not UTC overlaps two days in UTC.
        var days: [DayCount] = []
        for bucket in buckets {
            for day in bucket.isInOrder ? inOrder(bucket) : read[bucket.day] ?? [] {
                days.add(day.day, count: day.count)
            }
        }
        return days
    }

    private func inOrder(_ bucket: DayBuckets.Bucket) -> [DayCount] {
        var days: [DayCount] = []
        for part in bucket.parts { days.add(part.civil, count: part.count) }
        if bucket.day == .min { days = [DayCount(day: nil, count: bucket.count)] }
        return order.isDescending ? days.reversed() : days
    }

    /// The day counts of days with several clocks, for which assets have to be read.
    private func daysInOrder(
        _ mixed: [DayBuckets.Bucket], _ call: BackendCall
    ) throws(PhotoError) -> [Int64: [DayCount]] {
        var found: [Int64: [DayCount]] = [:]
        var rest = mixed[...]
        while !rest.isEmpty {
            try call.check()
            var some: [(bucket: DayBuckets.Bucket, day: MixedDay)] = []
            var count = 0
            while count < Self.mostRead, let next = rest.popFirst() {
                guard let day = MixedDay(next) else { throw Self.untold }
                some.append((next, day))
                count += day.expectedCount
            }
            let read = try days(in: some.flatMap(\.day.ranges), call)
            var from = 0
            for (bucket, day) in some {
                // The rows are in the order of the fetch.
                let own = read[from..<from + day.ranges.count].map { order.isDescending ? $0.reversed() : $0 }
                from += day.ranges.count
                guard let days = day.days(own) else { throw Self.untold }
                found[bucket.day] = order.isDescending ? days.reversed() : days
            }
        }
        return found
    }

    /// The days of the assets in each range of time, in the order of the fetch.
    private func days(in ranges: [Range<Int64>], _ call: BackendCall) throws(PhotoError) -> [[Int64]] {
        var days = [[Int64]](repeating: [], count: ranges.count)
        for row in try run(daysStatement(ranges), call).rows {
            guard let place = row.integer(0).map(Int.init), days.indices.contains(place - 1),
                let created = row.integer(1)
            else { continue }
            // The server would take three times as long to compute this as to find the row.
            days[place - 1].append(
                Timestamp(milliseconds: created).dayNumber(offsetMinutes: Int(row.integer(2) ?? 0)))
        }
        return days
    }

    private static let untold = PhotoError(.unsupported, "of this fetch only reading tells the days")

    private func daysStatement(_ ranges: [Range<Int64>]) -> SQL {
        // LATERAL makes the server use the index by time for each range. With a plain join, it would compare each asset with each range.
        // OFFSET keeps it from making one join of the two. Sorting all rows takes half the time of numbering those of each range.
        var statement = SQL(
            """
            SELECT d.number, a.created, a.created_offset FROM (SELECT lower::bigint, upper::bigint, number FROM
            unnest(?::text[], ?::text[]) WITH ORDINALITY given(lower, upper, number)) d CROSS JOIN LATERAL (
            SELECT a.created_offset,
            """, .texts(ranges.map { String($0.lowerBound) }), .texts(ranges.map { String($0.upperBound) }))
        statement += SQL(" ") + order.columns.map(\.column.name).joined(", ")
        statement += SQL(" FROM picker.asset a WHERE a.created >= d.lower AND a.created < d.upper AND ")
        statement += conditions.joined(" AND ")
        return statement + SQL(" OFFSET 0) a ORDER BY d.number, ") + order.terms
    }
}
