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

    @Test("A number of results is one that a library can have, and anything else is no answer of Immich")
    func totals() throws {
        for total in [0, 1, 1 << 31] {
            let document = JSON(["total": .number(Double(total))])
            #expect(try SearchPage.total(document, server: "s") == total)
        }
        for wrong in [JSON.number(-1), .number(Double(1 << 31 + 1)), .text("1"), .number(.infinity), .null] {
            let error = #expect(throws: PhotoError.self) {
                try SearchPage.total(JSON(["total": wrong]), server: "s")
            }
            #expect(error?.status == .unsupported, "\(wrong)")
        }
    }

    private func item(_ number: Int, owner: String) -> JSON {
        JSON([
            "id": .text("00000000-0000-0000-0000-00000000000\(number)"), "ownerId": .text(owner),
            "fileCreatedAt": .text("2024-05-01T10:00:00.000Z"), "originalFileName": .text("\(number).jpg"),
            "type": .text("IMAGE"),
        ])
    }

    @Test("A page has the records of one owner or of all, leaves out what is no record, and says if it is the last")
    func searchPages() throws {
        let items: [JSON] = [item(1, owner: "me"), item(2, owner: "partner"), .text("no record"), item(3, owner: "me")]
        func page(_ next: JSON?, of owner: String?) throws -> SearchPage {
            let assets = JSON(["items": .array(items), "nextPage": next])
            return try SearchPage(JSON(["assets": assets]), server: "s", of: owner)
        }
        #expect(try page(nil, of: nil).records.map(\.filename) == ["1.jpg", "2.jpg", "3.jpg"])
        #expect(try page(.null, of: "me").records.map(\.filename) == ["1.jpg", "3.jpg"])
        #expect(try page(nil, of: nil).isLast && page(.null, of: nil).isLast && !page(.text("2"), of: nil).isLast)
        for wrong in [JSON.null, JSON(["assets": .array([])]), JSON(["assets": JSON(["items": .text("")])])] {
            #expect(throws: PhotoError.self) { _ = try SearchPage(wrong, server: "s") }
        }
    }

    @Test("What several searches found is each once, in their order, and turned around if the last key is descending")
    func selected() throws {
        let records = try [1, 2, 1, 3].map { try #require(AssetRecord(item($0, owner: "me"))) }
        func names(_ keys: [SortKey], limit: Int? = nil) -> [String] {
            var options = FetchOptions()
            (options.sort, options.limit) = (keys, limit)
            return WholeSearch.selected(records, options).map(\.filename)
        }
        #expect(names([]) == ["1.jpg", "2.jpg", "3.jpg"])
        #expect(names([SortKey(.byteSize)]) == ["1.jpg", "2.jpg", "3.jpg"])
        #expect(names([SortKey(.byteSize, isDescending: true)]) == ["3.jpg", "2.jpg", "1.jpg"])
        #expect(names([], limit: 2) == ["1.jpg", "2.jpg"] && names([], limit: 0).isEmpty)
    }

    @Test("An identifier is read in the one form in which it is written, and a UUID in either case")
    func identifiers() {
        let zeros = String(repeating: "A", count: 21)
        #expect(ImmichID("a\(zeros)A", prefix: "a")?.uuid == "00000000-0000-0000-0000-000000000000")
        // The last of 22 digits has two bits more than there are.
        #expect(ImmichID("a\(zeros)Q", prefix: "a")?.uuid == "00000000-0000-0000-0000-000000000001")
        for last in ["B", "P", "R", "=", "+", "/"] {
            #expect(ImmichID("a\(zeros)\(last)", prefix: "a") == nil, "\(last)")
        }
        let upper = "AF8B8A1D-B26E-4F13-90E4-5BB70F28C2D8"
        #expect(ImmichID(uuid: upper)?.uuid == upper.lowercased())
        for wrong in [upper.replacing("-", with: "0"), "g" + upper.dropFirst(), upper + "0"] {
            #expect(ImmichID(uuid: wrong) == nil, "\(wrong)")
        }
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
