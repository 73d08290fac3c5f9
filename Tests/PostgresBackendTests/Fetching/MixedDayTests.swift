import PhotoModel
import PostgresClient
import Testing

@testable import PostgresServing

@Suite("Days of a library in PostgreSQL whose assets are of several clocks")
struct MixedDayTests {
    private typealias Part = DayBuckets.Part

    private func bucket(_ parts: [Part], day: Int64 = 0) -> DayBuckets.Bucket {
        DayBuckets.Bucket(day: day, start: 0, count: parts.reduce(0) { $0 + $1.count }, parts: parts)
    }

    @Test("Only what is between the midnights of two clocks is read, east and west of UTC")
    func ranges() throws {
        let east = try #require(
            MixedDay(bucket([Part(civil: 0, offset: 0, count: 1), Part(civil: 1, offset: 60, count: 1)])))
        #expect(east.ranges == [82_800_000..<86_400_000])
        let west = try #require(
            MixedDay(bucket([Part(civil: -1, offset: -60, count: 1), Part(civil: 0, offset: 0, count: 1)])))
        #expect(west.ranges == [0..<3_600_000])
        let later = try #require(
            MixedDay(bucket([Part(civil: 2, offset: 0, count: 1), Part(civil: 3, offset: 60, count: 1)], day: 2)))
        #expect(later.ranges == [255_600_000..<259_200_000])
        let one = try #require(MixedDay(bucket([Part(civil: 0, offset: 60, count: 5)])))
        #expect(one.ranges.isEmpty && one.expectedCount == 0)
    }

    @Test("Days are those of the counts, and between the midnights those that were read")
    func days() throws {
        let parts = [
            Part(civil: 0, offset: 0, count: 20), Part(civil: 0, offset: 60, count: 4),
            Part(civil: 1, offset: 60, count: 2),
        ]
        let day = try #require(MixedDay(bucket(parts)))
        #expect(day.expectedCount == 2, "26 assets in a day are two in an hour")
        #expect(
            day.days([[0, 1, 0, 1]]) == [
                DayCount(day: 0, count: 23), DayCount(day: 1, count: 1), DayCount(day: 0, count: 1),
                DayCount(day: 1, count: 1),
            ])
        for read in [[0, 0], [1, 1, 1], [1, 1, 2], [1, 1] + Array(repeating: 0, count: 25)] as [[Int64]] {
            #expect(day.days([read]) == nil, "\(read) does not fit the counts")
        }
    }

    @Test("A day that no clock can show, or without a date, is none of these")
    func limits() {
        let parts = [Part(civil: 0, offset: 840, count: 1)]
        for day in [10_000_000_001, -10_000_000_001, .min, .max] as [Int64] {
            let isMixed = MixedDay(bucket(parts, day: day)) != nil
            #expect(!isMixed, "\(day)")
        }
        for day in [10_000_000_000, -10_000_000_000] as [Int64] {
            let isMixed = MixedDay(bucket(parts, day: day)) != nil
            #expect(isMixed, "\(day)")
        }
    }

    @Test("Assets are in the order of days if they are of one clock or of one day")
    func order() {
        #expect(bucket([]).isInOrder)
        #expect(bucket([Part(civil: 0, offset: 60, count: 1), Part(civil: 1, offset: 60, count: 1)]).isInOrder)
        #expect(bucket([Part(civil: 0, offset: 0, count: 1), Part(civil: 0, offset: 60, count: 1)]).isInOrder)
        #expect(!bucket([Part(civil: 0, offset: 0, count: 1), Part(civil: 1, offset: 60, count: 1)]).isInOrder)
    }

    @Test("A day begins at its first millisecond, or after its last one in a fetch of the newest first")
    func beginnings() throws {
        let up = DayBuckets([], isDescending: false)
        let down = DayBuckets([], isDescending: true)
        let first = try #require(up.from(2))
        #expect(first.text == "a.created >= ?::bigint" && first.values == [.integer(172_800_000)])
        let last = try #require(down.from(2))
        #expect(last.text == "a.created < ?::bigint" && last.values == [.integer(259_200_000)])
        #expect(down.from(-1)?.values == [.integer(0)])
        #expect(up.from(.max) == nil && up.from(.min) == nil && down.from(.max) == nil)
        #expect(up.bucket(at: 0) == nil && up.total == 0)
    }
}
