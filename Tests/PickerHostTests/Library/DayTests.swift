import PhotoModel
import PickerHost
import TestSupport
import Testing

@Suite("Days of a fetch", .timeLimit(.minutes(15))) struct DayTests {
    private static func asset(_ number: Int, at date: String, offset: Int? = nil) throws -> Asset {
        var asset = sampleAsset(String(number))
        let time = try #require(CivilTime(date)).timestamp(offsetMinutes: offset ?? 0)
        asset.creation = CreationDate(time: time, offsetMinutes: offset, source: .metadata)
        return asset
    }

    private func days(_ assets: [Asset]) async throws -> [DayRun] {
        let script = try LibraryScript { $0.assets = assets }
        let library = try await script.open()
        defer { library.close() }
        return try await library.fetch().days()
    }

    @Test("A day is that of the clock where a photo was made, and comes again where the order does")
    func clocks() async throws {
        let assets = [
            try Self.asset(1, at: "2024-05-01T23:59:59"), try Self.asset(2, at: "2024-05-02T00:00:00"),
            try Self.asset(3, at: "2024-05-02T09:00:00", offset: 600),
            try Self.asset(4, at: "2024-05-01T23:30:00", offset: -60),
            sampleAsset("5"), sampleAsset("6"), try Self.asset(7, at: "0001-01-01T00:00:00"),
        ]
        let runs = try await days(assets)
        #expect(runs.map(\.day) == ["2024-05-01", "2024-05-02", "2024-05-01", nil, "0001-01-01"])
        #expect(runs.map(\.count) == [1, 2, 1, 2, 1])
    }

    @Test("Days go on across windows, and nothing has none", arguments: [0, 1, 999, 1000, 1001, 2000])
    func windows(count: Int) async throws {
        let assets = try (0..<count).map { try Self.asset($0, at: $0 < 950 ? "2024-02-29" : "2024-03-01") }
        let expected = [min(count, 950), max(0, count - 950)].filter { $0 > 0 }
        #expect(try await days(assets).map(\.count) == expected)
    }

    @Test("Many photos are counted in windows, and other calls are answered meanwhile")
    func many() async throws {
        let count = TestExtent.choose(5_000, all: 100_000)
        let first = try Self.asset(0, at: "2001-01-01T12:00:00")
        let assets = (0..<count).map { number in
            var asset = first
            asset.localIdentifier = String(number)
            asset.creation?.time.milliseconds += Int64(number / 20) * 86_400_000
            return asset
        }
        let script = try LibraryScript { $0.assets = assets }
        let library = try await script.open()
        defer { library.close() }
        let result = try await library.fetch()
        async let runs = result.days()
        #expect(try await result.window(offset: 7, length: 1).map(\.localIdentifier) == ["7"])
        #expect(try await runs.map(\.count) == Array(repeating: 20, count: count / 20))
    }

    @Test(
        "Days that the backend counts are taken from it, and nothing is read; neighbours that are one day are one run")
    func counted() async throws {
        let script = try LibraryScript {
            $0.assets = (0..<7).map { sampleAsset(String($0)) }
            $0.days = [
                DayCount(day: nil, count: 2), DayCount(day: 19_844, count: 1), DayCount(day: 19_844, count: 3),
                DayCount(day: -719_162, count: 1),
            ]
        }
        let library = try await script.open()
        defer { library.close() }
        let runs = try await library.fetch().days()
        #expect(runs.map(\.day) == [nil, "2024-05-01", "0001-01-01"])
        #expect(runs.map(\.count) == [2, 4, 1])
        #expect(!script.log.events.contains { $0.hasPrefix("window") })
    }

    @Test("A day that no calendar has is none", arguments: [Int64.min, -719_164, 2_932_898, Int64.max])
    func impossible(day: Int64) async throws {
        let script = try LibraryScript {
            $0.assets = (0..<3).map { sampleAsset(String($0)) }
            $0.days = [DayCount(day: day, count: 1), DayCount(day: 19_844, count: 2)]
        }
        let library = try await script.open()
        defer { library.close() }
        let runs = try await library.fetch().days()
        #expect(runs.map(\.day) == [nil, "2024-05-01"])
        #expect(runs.map(\.count) == [1, 2])
    }

    @Test(
        "Days that are not of as many assets as the fetch are no answer",
        arguments: [[1, 1], [3, 1], [0, 3], [Int.max, 4], []])
    func miscounted(counts: [Int]) async throws {
        let script = try LibraryScript {
            $0.assets = (0..<3).map { sampleAsset(String($0)) }
            $0.days = counts.map { DayCount(day: 1, count: $0) }
        }
        let library = try await script.open()
        defer { library.close() }
        let failure = await #expect(throws: PhotoError.self) { try await library.fetch().days() }
        #expect(failure?.status == .internal)
    }
}
