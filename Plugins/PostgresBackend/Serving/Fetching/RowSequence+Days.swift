internal import BackendKit
internal import PhotoModel
internal import PostgresClient

// Counts by day, and what they spare: reading all that is before a place.
extension RowSequence {
    /// Assets of one statement where several clocks are at work, if they are spread evenly over their days.
    private static let mostRead = 20_000
    /// Where more would have to be read than this, the host reads the fetch in windows.
    private static let mostReadAtAll = 500_000

    /// - Throws: `.unsupported` where the table of counts does not say it.
    func days(_ call: BackendCall, _ emit: (DayCount) -> Flow) throws(PhotoError) {
        guard isCounted, limit == nil, order.isByTime else {
            throw Self.untold
        }
        let buckets = try buckets(call).buckets
        let mixed = buckets.filter { !$0.isInOrder }
        guard mixed.reduce(0, { $0 + $1.count }) <= Self.mostReadAtAll else {
            throw .unsupported("clocks of several places are mixed in most of this fetch")
        }
        let read = try daysInOrder(mixed, call)
        // A day by another clock than UTC's is in two of UTC's days.
        var days: [DayCount] = []
        for bucket in buckets {
            for day in bucket.isInOrder ? inOrder(bucket) : read[bucket.day] ?? [] {
                days.add(day.day, count: day.count)
            }
        }
        for day in days where emit(day) == .stop { return }
    }

    private func inOrder(_ bucket: DayBuckets.Bucket) -> [DayCount] {
        var days: [DayCount] = []
        for part in bucket.parts { days.add(part.civil, count: part.count) }
        if bucket.day == .min { days = [DayCount(day: nil, count: bucket.count)] }
        return order.isDescending ? days.reversed() : days
    }

    /// What only the assets themselves tell: the days of those whose clocks differ.
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
            let ranges = some.flatMap(\.day.ranges)
            var read = [[Int64]](repeating: [], count: ranges.count)
            for row in try run(daysStatement(ranges), call).rows {
                guard let place = row.integer(0).map(Int.init), read.indices.contains(place - 1),
                    let created = row.integer(1)
                else { continue }
                // The server takes three times as long for this as for finding the row.
                let day = Timestamp(milliseconds: created).dayNumber(offsetMinutes: Int(row.integer(2) ?? 0))
                read[place - 1].append(day)
            }
            var from = 0
            for (bucket, day) in some {
                // They come in the order of the fetch.
                let own = read[from..<from + day.ranges.count].map { order.isDescending ? $0.reversed() : $0 }
                from += day.ranges.count
                guard let days = day.days(own) else { throw Self.untold }
                found[bucket.day] = order.isDescending ? days.reversed() : days
            }
        }
        return found
    }

    private static let untold = PhotoError(.unsupported, "of this fetch only reading tells the days")

    private func daysStatement(_ ranges: [Range<Int64>]) -> SQL {
        // Each range by itself, which takes the index by time: joined at once, the server compares each asset with each range.
        var statement = SQL(
            """
            SELECT d.number, b.created, b.created_offset FROM (SELECT lower::bigint, upper::bigint, number FROM
            unnest(?::text[], ?::text[]) WITH ORDINALITY given(lower, upper, number)) d CROSS JOIN LATERAL (
            SELECT a.created, a.created_offset, row_number() OVER (ORDER BY
            """, .texts(ranges.map { String($0.lowerBound) }), .texts(ranges.map { String($0.upperBound) }))
        statement += SQL(" ") + order.terms
        statement += SQL(
            """
            ) AS place
            FROM picker.asset a WHERE a.created >= d.lower AND a.created < d.upper AND
            """)
        statement += SQL(" ") + conditions.joined(" AND ")
        return statement + SQL(") b ORDER BY d.number, b.place")
    }
}
