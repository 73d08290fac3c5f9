import BackendKit
import PhotoModel
import Testing

@testable import ImmichServing

@Suite("Lists of an Immich library", .enabled(if: FakeImmich.isAvailable, FakeImmich.explanation))
struct ListingTests {
    @Test("The first window of the timeline and its count take two round trips")
    func firstWindow() throws {
        let server = try FakeImmich()
        let library = try server.open()
        try server.forgetRequests()
        var options = FetchOptions()
        options.sort = [SortKey(.creationTime, isDescending: true)]
        let fetch = try library.fetch(.all, options: options, call: BackendCall())
        let count = try fetch.count(call: BackendCall())
        let window = try fetch.assets(0, 100)
        #expect(window.count == 100)
        #expect(count > 800)
        #expect(try server.requests() == ["POST /api/search/statistics", "POST /api/search/metadata"])
    }

    @Test("Every asset comes once, at its index, and in the order of its date")
    func everything() throws {
        let server = try FakeImmich()
        let library = try server.open()
        let fetch = try library.fetch(.all, options: FetchOptions(), call: BackendCall())
        let assets = try fetch.assets()
        #expect(assets.count == (try fetch.count(call: BackendCall())))
        #expect(Set(assets.map(\.localIdentifier)).count == assets.count)
        let dates = assets.map { $0.creation?.time.milliseconds ?? 0 }
        #expect(dates == dates.sorted())
        for place in [0, 1, 249, 250, assets.count - 1] {
            #expect(try fetch.index(of: assets[place].localIdentifier, call: BackendCall()) == place)
            #expect(try fetch.assets(place, 1) == [assets[place]])
            let other = try library.fetch(.all, options: FetchOptions(), call: BackendCall())
            #expect(try other.index(of: assets[place].localIdentifier, call: BackendCall()) == place)
        }
    }

    @Test("What the server filters and what is filtered here agree with the conditions")
    func conditions() throws {
        let server = try FakeImmich()
        let library = try server.open()
        var everything = FetchOptions()
        everything.hidden = .include
        let all = try library.assets(.all, everything)
        let middle = try #require(all[all.count / 2].creation?.time)
        for number in 0..<10 {
            let options = Self.options(number, middle)
            let found = try library.assets(.all, options)
            let wanted = all.filter(options.selects)
            #expect(Set(found.map(\.localIdentifier)) == Set(wanted.map(\.localIdentifier)), "\(options)")
            #expect(found.count == wanted.count, "\(options)")
            #expect(try library.count(.all, options: options, call: BackendCall()) == found.count, "\(options)")
            if !options.sort.isEmpty {
                #expect(found.map(\.filename) == FetchOptions.sorted(found, options).map(\.filename), "\(options)")
            }
        }
    }

    private static func options(_ number: Int, _ middle: Timestamp) -> FetchOptions {
        var options = FetchOptions()
        switch number {
        case 0: options.mediaTypes = .video
        case 1: options.favoritesOnly = true
        case 2: options.createdFrom = middle
        case 3: options.createdBefore = middle
        case 4: options.hidden = .only
        case 5: options.hidden = .include
        case 6: options.anySubtypes = .livePhoto
        case 7: options.noSubtypes = [.livePhoto, .panorama]
        case 8:
            (options.mediaTypes, options.sort) = (.image, [SortKey(.byteSize, isDescending: true), SortKey(.filename)])
        default: (options.mediaTypes, options.sort) = ([.image, .audio], [SortKey(.filename)])
        }
        return options
    }

    @Test("Albums, people and smart albums show what belongs to them, and as many as they say")
    func collections() throws {
        let server = try FakeImmich()
        let library = try server.open(["people": "yes"])
        var collections: [AssetCollection] = []
        try library.collections(under: nil, types: .any, call: BackendCall()) {
            collections.append($0)
            return .more
        }
        #expect(collections.prefix(5).map(\.subtype) == [.cameraRoll, .favorites, .videos, .recentlyAdded, .hidden])
        #expect(collections.contains { $0.localIdentifier.hasPrefix("cp") })
        #expect(collections.contains { $0.type == .album && $0.isEditable })
        for collection in collections.prefix(12) {
            let assets = try library.assets(.collection(collection.localIdentifier))
            #expect(collection.type != .smartAlbum || assets.count == collection.estimatedCount, "\(collection.title)")
            let keys = try library.keyAssets(of: collection.localIdentifier, mediaTypes: .any, call: BackendCall())
            #expect(assets.isEmpty || !keys.isEmpty, "\(collection.title)")
            #expect(try library.collection(collection.localIdentifier, call: BackendCall()).title == collection.title)
        }
        #expect(throws: PhotoError.self) { try library.collection("cAAAAAAAAAAAAAAAAAAAAAA", call: BackendCall()) }
    }

    @Test("An album whose cover was archived shows a photo that is in it")
    func cover() throws {
        let server = try FakeImmich(["--synthetic", "20"])
        let assets = try server.open().assets()
        let ids = try assets.prefix(2).map { asset -> JSON in
            .text(try #require(ImmichID(asset.localIdentifier, prefix: "a")).uuid)
        }
        let album = try server.control(
            "POST", "/change", JSON(["op": .text("add-album"), "assetIds": .array(ids)]))
        try server.control("POST", "/change", JSON(["op": .text("archive-asset"), "id": ids[0]]))
        let id = try #require(album["id"]?.text.flatMap(ImmichID.init(uuid:)))
        let keys = try server.open().keyAssets(of: id.identifier("c"), mediaTypes: .any, call: BackendCall())
        #expect(keys.map(\.localIdentifier) == [assets[1].localIdentifier])
    }

    @Test("A shared album is read at once if others have photos in it, and otherwise in pages as any other")
    func shared() throws {
        let server = try FakeImmich(["--synthetic", "20"])
        let photos = try server.open().assets().prefix(5)
        let own = photos.map(\.localIdentifier)
        let ids = try own.map { JSON.text(try #require(ImmichID($0, prefix: "a")).uuid) }
        let album = try server.control("POST", "/change", JSON(["op": .text("add-shared-album")]))
        let theirs = try #require(album["assetIds"]?.elements)
        let identifier = try #require(album["id"]?.text.flatMap(ImmichID.init(uuid:))).identifier("c")
        for (operation, assets, isMixed) in [("fill-album", ids, true), ("empty-album", theirs, false)] {
            try server.control(
                "POST", "/change",
                JSON(["op": .text(operation), "id": album["id"], "assetIds": .array(assets)]))
            let library = try server.open()
            try server.forgetRequests()
            let listed = try library.assets(.collection(identifier)).map(\.localIdentifier)
            #expect(Set(listed).isSuperset(of: own) && listed.count == own.count + (isMixed ? 3 : 0))
            let found = try library.search(
                photos[0].filename, .collection(identifier), options: FetchOptions(), call: BackendCall())
            #expect(try found.assets().contains { $0.localIdentifier == own[0] })
            let isReadAtOnce = try server.requests().contains { $0.hasPrefix("GET /api/albums/") }
            #expect(isReadAtOnce == isMixed)
        }
    }

    @Test("An album with photos of others is shown though the server's list of them is larger than a document may be")
    func largeShared() throws {
        let server = try FakeImmich(["--synthetic", "20"])
        let shared = try server.control(
            "POST", "/change", JSON(["op": .text("add-shared-album"), "count": .number(24)]))
        let text = JSON.text(String(repeating: "x", count: 3_000_000))
        try server.control(
            "POST", "/change",
            JSON(["op": .text("update-asset"), "ids": shared["assetIds"], "description": text]))
        let identifier = try #require(shared["id"]?.text.flatMap(ImmichID.init(uuid:))).identifier("c")
        let listed = try server.open().assets(.collection(identifier))
        #expect(listed.count == 24)
    }

    @Test("What is found in an album with photos of others was read with it, and is not requested again")
    func searchInShared() throws {
        let server = try FakeImmich(["--synthetic", "20"])
        let shared = try server.control(
            "POST", "/change", JSON(["op": .text("add-shared-album"), "count": .number(24)]))
        let identifier = try #require(shared["id"]?.text.flatMap(ImmichID.init(uuid:))).identifier("c")
        let library = try server.open(keptRecords: 2)
        let found = try library.search(
            "ADDED-", .collection(identifier), options: FetchOptions(), call: BackendCall())
        #expect(try found.count(call: BackendCall()) == 24)
        let isRequested = try server.requests().contains {
            $0.hasPrefix("GET /api/assets/") && !$0.contains("/statistics")
        }
        #expect(!isRequested)
    }

    @Test("A limit is one of what is found in an album with photos of others, and not of what is searched")
    func limitInShared() throws {
        let server = try FakeImmich(["--synthetic", "20"])
        let shared = try server.control(
            "POST", "/change", JSON(["op": .text("add-shared-album"), "count": .number(24)]))
        let identifier = try #require(shared["id"]?.text.flatMap(ImmichID.init(uuid:))).identifier("c")
        let library = try server.open()
        let listed = try library.assets(.collection(identifier)).map(\.filename)
        let (first, last) = (try #require(listed.first), try #require(listed.last))
        #expect(first != last)
        var options = FetchOptions()
        options.limit = 1
        for (text, name) in [(last, last), ("added-", first)] {
            let found = try library.search(text, .collection(identifier), options: options, call: BackendCall())
            #expect(try found.assets().map(\.filename) == [name])
        }
    }

    @Test("Assets are found by their identifiers, in that order, and unknown ones are left out")
    func identifiers() throws {
        let server = try FakeImmich()
        let some = try server.open().assets().shuffled().prefix(70).map(\.localIdentifier)
        let library = try server.open()
        let found = try library.assets(.identifiers(["nonsense", "aAAAAAAAAAAAAAAAAAAAAAA"] + some + some.prefix(3)))
        #expect(found.map(\.localIdentifier) == some)
    }

    @Test("A fetch keeps its count and order when photos come, and says it when some went before it was read")
    func changes() throws {
        let server = try FakeImmich()
        let library = try server.open()
        var options = FetchOptions()
        options.sort = [SortKey(.creationTime, isDescending: true)]
        let fetch = try library.fetch(.all, options: options, call: BackendCall())
        let count = try fetch.count(call: BackendCall())
        let first = try fetch.assets(0, 250)
        try server.control(
            "POST", "/change",
            JSON([
                "op": .text("delete-asset"),
                "id": .text(try #require(ImmichID(first[3].localIdentifier, prefix: "a")).uuid),
            ]))
        #expect(try fetch.count(call: BackendCall()) == count)
        #expect(try fetch.assets(0, 250) == first)
        #expect { try fetch.assets() } throws: { ($0 as? PhotoError)?.status == .changed }
    }

    @Test("Photos of the same time come once each, in whatever order the server has them on each page")
    func ties() throws {
        let server = try FakeImmich(["--synthetic", "900"])
        // They go on from one page to the next, in pages of 250 and of 1,000.
        for change in [
            JSON([
                "op": .text("add-asset"), "count": .number(300), "date": .text("2030-01-01T00:00:00.000Z"),
            ]), JSON(["op": .text("set-unsteady-ties"), "isOn": .bool(true)]),
        ] {
            try server.control("POST", "/change", change)
        }
        let library = try server.open()
        var (newest, byName) = (FetchOptions(), FetchOptions())
        newest.sort = [SortKey(.creationTime, isDescending: true)]
        byName.sort = [SortKey(.filename)]
        for options in [FetchOptions(), newest, byName] {
            let fetch = try library.fetch(.all, options: options, call: BackendCall())
            let names = try fetch.assets().map(\.localIdentifier)
            #expect(names.count > 1_000)
            #expect(Set(names).count == (try fetch.count(call: BackendCall())))
            for place in [0, 249, 250, 999, 1_000] {
                #expect(try fetch.index(of: names[place], call: BackendCall()) == place)
            }
        }
    }

    @Test("Photos of a partner are in the timeline and in its days, and what the partner put away is not shown")
    func partners() throws {
        let server = try FakeImmich(["--synthetic", "300"])
        let library = try server.open()
        var hidden = FetchOptions()
        hidden.hidden = .only
        let (shown, away) = try (library.assets().count, library.assets(.all, hidden).count)
        for (visibility, count) in [("timeline", 3), ("archive", 2)] {
            try server.control(
                "POST", "/change",
                JSON([
                    "op": .text("add-partner"), "count": .number(Double(count)), "visibility": .text(visibility),
                ]))
        }
        let fetch = try library.fetch(.all, options: FetchOptions(), call: BackendCall())
        #expect(try fetch.assets().count == shown + 3)
        #expect(try library.assets(.all, hidden).count == away)
        var counted = 0
        try fetch.days(call: BackendCall()) { day in
            counted += day.count
            return .more
        }
        #expect(counted == shown + 3)
    }

    @Test("A partner's favourites are none of the user's, in lists, counts and results of searches")
    func favoritesOfPartners() throws {
        let server = try FakeImmich(["--synthetic", "300"])
        let own = try server.open().assets(.collection("cs-favorites")).map(\.localIdentifier)
        #expect(!own.isEmpty)
        for (visibility, isFavorite) in [("timeline", true), ("archive", false)] {
            try server.control(
                "POST", "/change",
                JSON([
                    "op": .text("add-partner"), "count": .number(3), "name": .text("theirs.jpg"),
                    "visibility": .text(visibility), "isFavorite": .bool(isFavorite),
                ]))
        }
        let library = try server.open()
        var options = FetchOptions()
        options.favoritesOnly = true
        let lists = [
            try library.fetch(.collection("cs-favorites"), options: FetchOptions(), call: BackendCall()),
            try library.fetch(.all, options: options, call: BackendCall()),
        ]
        for list in lists {
            let assets = try list.assets()
            #expect(assets.map(\.localIdentifier) == own && assets.allSatisfy(\.isFavorite))
            #expect(try list.count(call: BackendCall()) == own.count)
        }
        let found = try library.search(
            "theirs", .collection("cs-favorites"), options: FetchOptions(), call: BackendCall())
        #expect(try found.assets().allSatisfy(\.isFavorite))
        #expect(try library.assets().filter { $0.filename == "theirs.jpg" }.count == 3)
        for identifier in ["cs-favorites", "cs-hidden"] {
            let entry = try #require(
                try library.entries(BackendCall()).first { $0.collection.localIdentifier == identifier })
            let listed = try library.assets(.collection(identifier)).count
            #expect(entry.collection.estimatedCount == listed, "\(identifier)")
        }
    }

    @Test("Text is searched for in names, and in what the server understands of images")
    func search() throws {
        let server = try FakeImmich()
        let library = try server.open()
        let some = try #require(try library.assets().last)
        let found = try library.search(some.filename, .all, options: FetchOptions(), call: BackendCall()).assets()
        #expect(found.contains { $0.localIdentifier == some.localIdentifier })
        #expect(found.first?.filename.contains(some.filename) == true)
        // The names are such as IMG_000123.jpg.
        for absent in ["zzzzzz", "_M", "%", "IMG\\"] {
            let none = try library.search(absent, .all, options: FetchOptions(), call: BackendCall()).assets()
            #expect(none.isEmpty, "\(absent)")
        }
        let named = try library.search("G_0000", .all, options: FetchOptions(), call: BackendCall()).assets()
        #expect(!named.isEmpty && named.allSatisfy { $0.filename.contains("G_0000") })
    }
}

extension FetchOptions {
    fileprivate static func sorted(_ assets: [Asset], _ options: FetchOptions) -> [Asset] {
        var options = options
        options.hidden = .include
        return options.selected(from: assets)
    }
}
