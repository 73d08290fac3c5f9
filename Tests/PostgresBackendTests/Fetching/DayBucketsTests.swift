import TestSupport
import Testing

@testable import PostgresServing

@Suite("Counts of days that come in any order")
struct DayBucketsTests {
    private typealias Counted = DayBuckets.Counted

    /// Several counts of each part of each day, shuffled, and their sums in the order of days.
    private static func library(of days: [Int64]) -> (counts: [Counted], sums: [(Int64, [DayBuckets.Part])]) {
        var random = SeededGenerator(seed: 7)
        var (counts, sums) = ([Counted](), [(Int64, [DayBuckets.Part])]())
        for day in days.sorted() {
            var parts: [DayBuckets.Part] = []
            let civil = min(day, .max - 1)
            for civil in [civil, civil + 1] {
                for offset in [-300, 0, 60] as [Int64] {
                    let added = (0..<4).map { _ in Int.random(in: 1...9, using: &random) }
                    counts += added.map { Counted(key: (day, civil, offset), count: $0) }
                    parts.append(DayBuckets.Part(civil: civil, offset: offset, count: added.reduce(0, +)))
                }
            }
            sums.append((day, parts))
        }
        return (counts.shuffled(using: &random), sums)
    }

    @Test(
        "Counts of a part are added up, and days and their parts sorted, with days far from each other and without a date",
        arguments: [
            [-400...400].flatMap(\.self), [7], [-40...40, 42...55].flatMap(\.self) + [.min],
            [.min, .max, 0, -1, .min + 1], [.min],
        ] as [[Int64]])
    func sums(days: [Int64]) {
        let (counts, sums) = Self.library(of: days)
        let up = DayBuckets(counts, isDescending: false)
        #expect(up.buckets.map(\.day) == sums.map(\.0))
        for (bucket, (_, parts)) in zip(up.buckets, sums) {
            #expect(
                bucket.parts.map(\.civil) == parts.map(\.civil) && bucket.parts.map(\.offset) == parts.map(\.offset))
            #expect(bucket.parts.map(\.count) == parts.map(\.count))
            #expect(bucket.count == parts.reduce(0) { $0 + $1.count })
        }
        #expect(up.total == counts.reduce(0) { $0 + $1.count })
        #expect(DayBuckets(counts, isDescending: true).buckets.map(\.day) == sums.map(\.0).reversed())
    }

    @Test("A part of which a change took everything away is no part of its day, and a day without parts is none")
    func takenAway() {
        let counts = [
            Counted(key: (3, 3, 0), count: 2), Counted(key: (2, 2, 0), count: 5), Counted(key: (3, 3, 0), count: -2),
            Counted(key: (2, 1, -60), count: 1), Counted(key: (2, 1, -60), count: -1),
        ]
        let buckets = DayBuckets(counts, isDescending: false)
        #expect(buckets.buckets.map(\.day) == [2] && buckets.total == 5)
        #expect(buckets.buckets.first?.parts.map(\.civil) == [2])
    }
}
