internal import PhotoModel

/// A day in UTC with assets of several clocks, which may not be sorted by the days of their own clocks.
///
/// While all clocks show the same date, the table of counts is enough. Only the assets between the midnights of two clocks have to be read:
/// those of one hour where summer time begins, not those of the whole day.
struct MixedDay: Sendable {
    /// A range of time in which no clock's date changes.
    private enum Part {
        case same(civil: Int64)
        /// Its index in `ranges`.
        case mixed(Int)
    }

    /// The ranges of creation times whose assets must be read, in milliseconds since 1970, earliest first.
    private(set) var ranges: [Range<Int64>] = []
    /// How many assets are in the ranges, if those of the day are spread evenly.
    private(set) var expectedCount = 0
    private var parts: [Part] = []
    /// The number of assets for each day by their own clocks.
    private var totals: [Int64: Int] = [:]

    private static let length: Int64 = 86_400_000
    /// The days for which adding an offset to their milliseconds does not overflow.
    private static let days: ClosedRange<Int64> = -10_000_000_000...10_000_000_000

    /// Nil if the day is outside the range in which it can be computed.
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
    /// - Parameter read: for each of `ranges`, the days of the assets in it, in the order of time.
    /// - Returns: nil if they do not fit the counts.
    func days(_ read: [[Int64]]) -> [DayCount]? {
        var left = totals
        for civil in read.joined() { left[civil, default: 0] -= 1 }
        var days: [DayCount] = []
        for part in parts {
            switch part {
            case .same(let civil):
                // The same day may continue after a midnight at which no date changes. All assets of a day that are not in a range are
                // added at its first part.
                let count = left.updateValue(0, forKey: civil) ?? 0
                guard count >= 0 else { return nil }
                if count > 0 { days.add(civil, count: count) }
            case .mixed(let place): for civil in read[place] { days.add(civil) }
            }
        }
        return left.values.allSatisfy { $0 == 0 } ? days : nil
    }
}
