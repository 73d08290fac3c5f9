import PhotoModel
import PostgresClient
import Testing

@testable import PostgresServing

@Suite("Days that were read for one fetch are there for those that have the same")
struct KeptDaysTests {
    private static let newest = SortOrder([SortKey(.creationTime, isDescending: true)])
    private static let images = SQL("a.media_type = ?", .integer(1))

    private static func key(
        change: Int64 = 7, past: Int = 0, _ conditions: [SQL] = [images], _ order: SortOrder = newest
    ) -> KeptDays.Key {
        KeptDays.Key(HistoryPoint(change: change, past: past), conditions: conditions, order: order)
    }

    private static let others = [
        key(change: 8), key(past: 1), key([]), key([SQL("a.media_type = ?", .integer(2))]),
        key([images], SortOrder([SortKey(.creationTime, isDescending: false)])),
        key(
            [images],
            SortOrder([SortKey(.creationTime, isDescending: true), SortKey(.filename, isDescending: false)])),
    ]

    /// How often the days of a key are read when they are asked for.
    private static func reads(_ kept: KeptDays, _ key: KeptDays.Key, days: Int = 1) throws -> Int {
        var reads = 0
        let counts = (0..<Int64(days)).map { DayBuckets.Counted(key: ($0, $0, 0), count: 1) }
        let of = kept.days(of: key)
        let buckets = try of.buckets { () throws(PhotoError) in
            reads += 1
            return DayBuckets(counts, isDescending: true)
        }
        #expect(buckets.total == days && of.readBuckets?.total == days)
        let found = try of.days { () throws(PhotoError) in
            reads += 1
            return counts.map { DayCount(day: $0.key.civil, count: $0.count) }
        }
        #expect(found.count == days)
        return reads
    }

    @Test("They are read once", arguments: others)
    func once(other: KeptDays.Key) throws {
        let kept = KeptDays()
        let first = try [Self.reads(kept, Self.key()), Self.reads(kept, Self.key())]
        #expect(first == [2, 0])
        let second = try [
            Self.reads(kept, other, days: 3), Self.reads(kept, Self.key()), Self.reads(kept, other, days: 3),
        ]
        #expect(second == [2, 0, 0], "another fetch has others")
    }

    @Test("What was asked for last is kept, and nothing that is large")
    func bounds() throws {
        let kept = KeptDays()
        for change in 0..<4 as Range<Int64> { _ = try Self.reads(kept, Self.key(change: change)) }
        #expect(try Self.reads(kept, Self.key(change: 0)) == 0)
        #expect(try Self.reads(kept, Self.key(change: 4)) == 2)
        #expect(try Self.reads(kept, Self.key(change: 0)) == 0, "asked for a moment ago")
        #expect(try Self.reads(kept, Self.key(change: 1)) == 2, "four are kept, and it was the fifth")
        _ = try Self.reads(kept, Self.key(change: 9), days: 100_001)
        #expect(try Self.reads(kept, Self.key(change: 4)) == 0)
        #expect(try Self.reads(kept, Self.key(change: 9), days: 2) == 2)
    }

    @Test("What could not be read is read by who asks next")
    func failure() throws {
        let kept = KeptDays()
        let days = kept.days(of: Self.key())
        #expect(throws: PhotoError.self) {
            _ = try days.buckets { () throws(PhotoError) -> DayBuckets in throw PhotoError(.io, "not read") }
        }
        #expect(try Self.reads(kept, Self.key()) == 2)
    }
}
