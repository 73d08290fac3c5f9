import BackendKit
import PhotoModel
import Testing

@testable import ImmichServing

@Suite("What a fetch asks an Immich server for")
struct QueryTests {
    /// The query for options, and whether the server answers all of them.
    private func query(
        _ start: SearchQuery = SearchQuery(), _ change: (inout FetchOptions) -> Void = { _ in }
    ) -> (query: SearchQuery, isWhole: Bool) {
        var (query, options) = (start, FetchOptions())
        change(&options)
        let isWhole = query.add(options)
        return (query, isWhole)
    }

    @Test("The server filters by one type, and what is of several is filtered here")
    func types() {
        let whole: [(types: MediaTypes, type: String?)] = [
            (.any, nil), ([.image, .video], nil), (.image, "IMAGE"), (.video, "VIDEO"), (.audio, "AUDIO"),
            (MediaTypes(.unknown), "OTHER"),
        ]
        for (types, type) in whole {
            let found = query { $0.mediaTypes = types }
            #expect(found.query.type == type && found.isWhole, "\(types)")
        }
        for types in [[.image, .audio], [.video, .audio], []] as [MediaTypes] {
            let found = query { $0.mediaTypes = types }
            #expect(found.query.type == nil && !found.isWhole, "\(types)")
        }
        var videos = SearchQuery()
        videos.type = "VIDEO"
        let none = query(videos) { $0.mediaTypes = .image }
        #expect(none.query.type == "VIDEO" && !none.isWhole)
        let same = query(videos) { $0.mediaTypes = .video }
        #expect(same.query.type == "VIDEO" && same.isWhole)
    }

    @Test("The server knows which photos have a video, and no other kind")
    func subtypes() {
        let live = query { $0.anySubtypes = .livePhoto }
        #expect(live.query.motion == true && live.isWhole)
        let still = query { $0.noSubtypes = .livePhoto }
        #expect(still.query.motion == false && still.isWhole)
        let both = query { ($0.anySubtypes, $0.noSubtypes) = (.livePhoto, .livePhoto) }
        #expect(both.query.motion == true && !both.isWhole)
        for subtypes in [.raw, [.livePhoto, .raw]] as [MediaSubtypes] {
            let some = query { $0.anySubtypes = subtypes }
            let others = query { $0.noSubtypes = subtypes }
            #expect(some.query.motion == nil && !some.isWhole && others.query.motion == nil && !others.isWhole)
        }
    }

    @Test("Dates narrow what there is, the end is left out, and years that the server does not have are compared here")
    func dates() {
        let day = query {
            ($0.createdFrom, $0.createdBefore) = (Timestamp(milliseconds: 5), Timestamp(milliseconds: 9))
        }
        #expect(day.query.takenAfter?.milliseconds == 5 && day.query.takenBefore?.milliseconds == 8 && day.isWhole)
        var start = SearchQuery()
        start.takenAfter = Timestamp(milliseconds: 7)
        #expect(query(start) { $0.createdFrom = Timestamp(milliseconds: 5) }.query.takenAfter?.milliseconds == 7)
        #expect(query(start) { $0.createdFrom = Timestamp(milliseconds: 8) }.query.takenAfter?.milliseconds == 8)
        for milliseconds in [Int64.min, -62_135_596_800_001, 253_402_300_800_000, .max] {
            let from = query { $0.createdFrom = Timestamp(milliseconds: milliseconds) }
            #expect(from.query.takenAfter == nil && !from.isWhole, "\(milliseconds)")
        }
        for milliseconds in [Int64.min, .max, 253_402_300_800_001] {
            let before = query { $0.createdBefore = Timestamp(milliseconds: milliseconds) }
            #expect(before.query.takenBefore == nil && !before.isWhole, "\(milliseconds)")
        }
        let all = query {
            $0.createdFrom = Timestamp(milliseconds: -62_135_596_800_000)
            $0.createdBefore = Timestamp(milliseconds: 253_402_300_800_000)
        }
        #expect(all.isWhole && all.query.takenAfter != nil && all.query.takenBefore != nil)
    }

    @Test("The server sorts by date alone, in both directions")
    func orders() {
        var descending = SearchQuery()
        descending.isDescending = true
        #expect(query(descending).query.isDescending && query(descending).isWhole)
        let oldest = query(descending) { $0.sort = [SortKey(.creationTime)] }
        #expect(!oldest.query.isDescending && oldest.isWhole)
        let newest = query { $0.sort = [SortKey(.creationTime, isDescending: true)] }
        #expect(newest.query.isDescending && newest.isWhole)
        for keys in [[SortKey(.filename)], [SortKey(.creationTime), SortKey(.filename)]] {
            let found = query { $0.sort = keys }
            #expect(!found.isWhole)
        }
        let favorites = query { $0.favoritesOnly = true }
        #expect(favorites.query.favorites == true && favorites.isWhole)
    }

    @Test("Each shelf is searched by its visibility, and the trash by the time since which anything is in it")
    func shelves() {
        let shelves: [(shelf: SearchQuery.Shelf, visibility: String, isTrash: Bool)] = [
            (.timeline, "timeline", false), (.archive, "archive", false), (.trash, "timeline", true),
            (.archivedTrash, "archive", true),
        ]
        for (shelf, visibility, isTrash) in shelves {
            var query = SearchQuery()
            query.shelf = shelf
            let since: JSON? = isTrash ? .text("1970-01-01T00:00:00.000Z") : nil
            #expect(query.conditions == JSON(["visibility": .text(visibility), "trashedAfter": since]))
            #expect(shelf.owner(for: "me") == (shelf == .timeline ? nil : "me"))
        }
        #expect(ImmichServing.SmartAlbum.hidden.statistics(now: Timestamp(milliseconds: 0)).count == 3)
        #expect(ImmichServing.SmartAlbum.videos.statistics(now: Timestamp(milliseconds: 0)).count == 1)
    }

    @Test("A page is counted from 1, has the order of the fetch, and its dates have milliseconds")
    func pages() {
        var query = SearchQuery()
        query.isDescending = true
        query.takenAfter = Timestamp(milliseconds: 0)
        let page = query.page(0, size: 50)
        #expect(page.method == "POST" && page.endpoint == "/search/metadata")
        #expect(page.body?["page"] == .number(1) && page.body?["size"] == .number(50))
        #expect(page.body?["order"] == .text("desc") && page.body?["withExif"] == .bool(true))
        #expect(page.body?["takenAfter"] == .text("1970-01-01T00:00:00.000Z"))
        let moment = query.taken(at: Timestamp(milliseconds: 1))
        #expect(moment.body?["takenAfter"] == .text("1970-01-01T00:00:00.001Z"))
        #expect(moment.body?["takenBefore"] == moment.body?["takenAfter"])
        #expect(moment.body?["size"] == .number(1000) && query.statistics.endpoint == "/search/statistics")
        let recent = ImmichServing.SmartAlbum.recentlyAdded.query(now: Timestamp(milliseconds: 2_592_000_007))
        #expect(recent.uploadedAfter?.milliseconds == 7)
    }

    @Test("A pause is a day at most, and without the server's date our own counts")
    func pauses() {
        let now = Timestamp(milliseconds: 784_111_777_000)
        #expect(HTTPDate.wait("86401", date: nil, now: now) == .seconds(86_400))
        #expect(HTTPDate.wait("Sun, 06 Nov 1994 08:50:07 GMT", date: nil, now: now) == .seconds(30))
        #expect(HTTPDate.wait("Sun, 06 Nov 2094 08:50:07 GMT", date: nil, now: now) == .seconds(86_400))
        #expect(HTTPDate.read("Thu, 31 Dec 1998 23:59:60 GMT") == HTTPDate.read("Thu, 31 Dec 1998 23:59:59 GMT"))
        #expect(HTTPDate.read("Sun, 06 Nov 1994 08:49:37 GMT") == now)
        for text in [
            "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
            "06 Nov 1994 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "",
        ] { #expect(HTTPDate.read(text) == nil, "\(text)") }
    }
}
