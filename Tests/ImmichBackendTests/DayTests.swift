import BackendKit
import PhotoModel
import Testing

@testable import ImmichServing

@Suite("Days of an Immich library", .enabled(if: FakeImmich.isAvailable, FakeImmich.explanation))
struct DayTests {
    private static let kinds: [@Sendable (inout FetchOptions) -> Void] = [
        { _ in }, { $0.sort = [SortKey(.creationTime, isDescending: true)] }, { $0.favoritesOnly = true },
        { $0.mediaTypes = .video }, { $0.mediaTypes = .image }, { $0.noSubtypes = .livePhoto },
    ]

    private func days(_ fetch: ImmichFetch) throws -> [DayCount] {
        var days: [DayCount] = []
        try fetch.days(call: BackendCall()) {
            days.append($0)
            return .more
        }
        return days
    }

    /// What reading the fetch gives.
    private func daysRead(_ fetch: ImmichFetch) throws -> [DayCount] {
        var days: [DayCount] = []
        for asset in try fetch.assets() {
            let creation = try #require(asset.creation)
            let civil = CivilTime(timestamp: creation.time, offsetMinutes: creation.offsetMinutes ?? 0)
            let midnight = CivilTime(
                year: civil.year, month: civil.month, day: civil.day, hour: 0, minute: 0, second: 0)
            let day = try #require(midnight).timestamp(offsetMinutes: 0).milliseconds / 86_400_000
            if days.last?.day == day {
                days[days.count - 1].count += 1
            } else {
                days.append(DayCount(day: day, count: 1))
            }
        }
        return days
    }

    @Test("are those of its assets in their order, and are known without reading one", arguments: kinds.indices)
    func sameAsReading(kind: Int) throws {
        let server = try FakeImmich()
        let library = try server.open()
        var options = FetchOptions()
        Self.kinds[kind](&options)
        let fetch = try library.fetch(.all, options: options, call: BackendCall())
        try server.forgetRequests()
        let days = try days(fetch)
        #expect(try server.requests().allSatisfy { $0.contains("/timeline/") || $0.hasSuffix("/search/statistics") })
        #expect(days.count > 5)
        #expect(days == (try daysRead(fetch)))
    }

    @Test("of an album are its own")
    func album() throws {
        let server = try FakeImmich()
        let library = try server.open()
        let albums = try library.entries(BackendCall()).filter { !$0.isShared && $0.collection.type == .album }
        let album = try #require(albums.first)
        let fetch = try library.fetch(
            .collection(album.collection.localIdentifier), options: FetchOptions(), call: BackendCall())
        #expect(try days(fetch) == daysRead(fetch))
    }

    @Test("are read where the timeline does not tell them", arguments: ["old", "limit", "changed"])
    func unsupported(why: String) throws {
        let server = try FakeImmich(
            ["--synthetic", "1000"] + (why == "old" ? ["--version", "1.134.0"] : []))
        var options = FetchOptions()
        if why == "limit" { options.limit = 10 }
        let fetch = try server.open().fetch(.all, options: options, call: BackendCall())
        if why == "changed" {
            let first = try #require(try fetch.assets(0, 1).first)
            let id = try #require(ImmichID(first.localIdentifier, prefix: "a"))
            _ = try fetch.count(call: BackendCall())
            try server.control("POST", "/change", JSON(["op": .text("delete-asset"), "id": .text(id.uuid)]))
        }
        #expect { try days(fetch) } throws: { ($0 as? PhotoError)?.status == .unsupported }
    }
}
