internal import PhotoModel

/// A day in UTC on which several clocks are at work, so that its assets need not be in the order of their own days.
///
/// While all clocks show one date, the table of counts says all there is to know. Only between the midnights of two of them the assets
/// themselves tell: an hour where summer time begins, and not a day.
struct MixedDay: Sendable {
    /// A time in which no clock's date changes.
    private enum Part {
        case same(civil: Int64)
        /// Its place among `ranges`.
        case mixed(Int)
    }

    /// In milliseconds since 1970, what must be read: assets whose creation time is in one of them. In the order of time.
    private(set) var ranges: [Range<Int64>] = []
    /// How many assets are in them, if those of the day are spread evenly.
    private(set) var expectedCount = 0
    private var parts: [Part] = []
    /// Assets by their days.
    private var totals: [Int64: Int] = [:]

    private static let length: Int64 = 86_400_000
    /// Whose milliseconds any clock can be added to.
    private static let days: ClosedRange<Int64> = -10_000_000_000...10_000_000_000

    /// Nil for a day at the end of all time.
    init?(_ bucket: DayBuckets.Bucket) {
        guard Self.days.contains(bucket.day) else { return nil }
        let start = bucket.day * Self.length
        for part in bucket.parts { totals[part.civil, default: 0] += part.count }
        let offsets = Set(bucket.parts.map { Int($0.offset) })
        let midnights = offsets.map { (Self.civil(start, $0) + 1) * Self.length - Int64($0) * 60_000 }
        let edges = Set(midnights + [start, start + Self.length]).sorted()
        for (from, to) in zip(edges, edges.dropFirst()) {
            let civils = Set(offsets.map { Self.civil(from, $0) })
            if civils.count == 1, let civil = civils.first {
                parts.append(.same(civil: civil))
            } else {
                parts.append(.mixed(ranges.count))
                ranges.append(from..<to)
            }
        }
        let share = Double(ranges.reduce(0) { $0 + $1.upperBound - $1.lowerBound }) / Double(Self.length)
        expectedCount = Int((Double(bucket.count) * share).rounded(.up))
    }

    private static func civil(_ time: Int64, _ offsetMinutes: Int) -> Int64 {
        Timestamp(milliseconds: time).dayNumber(offsetMinutes: offsetMinutes)
    }

    /// The days of its assets in the order of time.
    ///
    /// - Parameter read: the days of what is in each of `ranges`, in the order of time.
    /// - Returns: nil when that does not fit the counts.
    func days(_ read: [[Int64]]) -> [DayCount]? {
        var left = totals
        for civil in read.joined() { left[civil, default: 0] -= 1 }
        var days: [DayCount] = []
        for part in parts {
            switch part {
            case .same(let civil):
                // It may go on behind a midnight that changes nothing; what is left of a day is in one piece.
                let count = left.updateValue(0, forKey: civil) ?? 0
                guard count >= 0 else { return nil }
                if count > 0 { days.add(civil, count: count) }
            case .mixed(let place): for civil in read[place] { days.add(civil) }
            }
        }
        return left.values.allSatisfy { $0 == 0 } ? days : nil
    }
}
