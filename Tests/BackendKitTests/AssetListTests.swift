import BackendKit
import PhotoModel
import Testing

@Suite("A fetch result that is a list") struct AssetListTests {
    private func asset(_ name: String, created: Int64? = nil, size: Int64 = 0) -> Asset {
        var asset = Asset(
            localIdentifier: "a-\(name)", filename: name, path: AssetPath(name), contentType: "public.jpeg",
            mediaType: .image)
        asset.creation = created.map { CreationDate(time: Timestamp(milliseconds: $0), source: .metadata) }
        asset.byteSize = size
        return asset
    }

    private func names(_ candidates: [Asset], _ change: (inout FetchOptions) -> Void) -> [String] {
        var options = FetchOptions()
        change(&options)
        return AssetList(candidates, options: options).assets.map(\.filename)
    }

    @Test(
        "A fetch result that is a list keeps the order of what it was made of, and of an asset that comes twice the first"
    )
    func order() {
        let candidates = ["b", "a", "b", "c", "a"].map { asset($0) }
        #expect(names(candidates) { _ in } == ["b", "a", "c"])
    }

    @Test("A fetch result that is a list sorts by each key in its turn, and by names as people count")
    func sort() {
        let candidates = [
            asset("IMG_10", size: 2), asset("img_9", size: 2), asset("IMG_1", size: 3), asset("z", size: 1),
        ]
        #expect(names(candidates) { $0.sort = [SortKey(.filename)] } == ["IMG_1", "img_9", "IMG_10", "z"])
        #expect(
            names(candidates) { $0.sort = [SortKey(.byteSize, isDescending: true), SortKey(.filename)] }
                == ["IMG_1", "img_9", "IMG_10", "z"])
        #expect(names(candidates) { $0.sort = [SortKey(.byteSize)] } == ["z", "IMG_10", "img_9", "IMG_1"])
    }

    @Test("A fetch result that is a list takes an asset without a date for the oldest one")
    func dates() {
        let candidates = [asset("new", created: 20), asset("none"), asset("old", created: 10)]
        #expect(names(candidates) { $0.createdFrom = Timestamp(milliseconds: 10) } == ["new", "old"])
        #expect(names(candidates) { $0.createdBefore = Timestamp(milliseconds: 20) } == ["none", "old"])
        #expect(names(candidates) { $0.sort = [SortKey(.creationTime)] } == ["none", "old", "new"])
    }

    @Test("A fetch result that is a list applies every condition, and the limit last")
    func conditions() {
        var (hidden, favorite, video) = (asset("hidden"), asset("favorite"), asset("video"))
        (hidden.isHidden, favorite.isFavorite, video.mediaType) = (true, true, .video)
        favorite.mediaSubtypes = [.panorama, .hdr]
        let candidates = [hidden, asset("plain"), favorite, video]
        #expect(names(candidates) { _ in } == ["plain", "favorite", "video"])
        #expect(names(candidates) { $0.hidden = .only } == ["hidden"])
        #expect(names(candidates) { $0.hidden = .include } == ["hidden", "plain", "favorite", "video"])
        #expect(names(candidates) { $0.favoritesOnly = true } == ["favorite"])
        #expect(names(candidates) { $0.mediaTypes = .video } == ["video"])
        #expect(names(candidates) { $0.anySubtypes = [.hdr, .raw] } == ["favorite"])
        #expect(names(candidates) { $0.noSubtypes = [.hdr, .raw] } == ["plain", "video"])
        #expect(names(candidates) { ($0.sort, $0.limit) = ([SortKey(.filename)], 2) } == ["favorite", "plain"])
    }

    @Test("A fetch result that is a list applies types, sizes and places to what is known of an asset")
    func facts() {
        var (north, west) = (asset("north", size: 10), asset("west", size: 20))
        north.location = Location(latitude: 60, longitude: 10)
        west.location = Location(latitude: 0, longitude: -179)
        west.contentType = "public.png"
        let candidates = [north, west, asset("nowhere", size: 30)]
        #expect(names(candidates) { $0.bytesFrom = 20 } == ["west", "nowhere"])
        #expect(names(candidates) { $0.bytesBelow = 20 } == ["north"])
        #expect(names(candidates) { ($0.bytesFrom, $0.bytesBelow) = (20, 30) } == ["west"])
        #expect(names(candidates) { $0.contentTypes = ["public.png", "public.heic"] } == ["west"])
        #expect(names(candidates) { $0.place = LocationBox(south: 60, west: 10, north: 60, east: 10) } == ["north"])
        // Over the line at which the day changes.
        #expect(names(candidates) { $0.place = LocationBox(south: -1, west: 170, north: 1, east: -170) } == ["west"])
    }

    @Test("A fetch result that is a list finds nothing for ratings and texts, which no record of an asset has")
    func unknownFacts() {
        #expect(names([asset("a")]) { $0.ratings = Ratings(rawValue: 1) } == [])
        #expect(names([asset("a")]) { $0.text = "a" } == [])
    }

    @Test("A fetch result that is a list keeps the order of what is equal, also where it is sorted the other way round")
    func equalKeys() {
        let candidates = [asset("b", size: 1), asset("a", size: 1), asset("c", size: 2)]
        #expect(names(candidates) { $0.sort = [SortKey(.byteSize, isDescending: true)] } == ["c", "b", "a"])
        #expect(names(candidates) { $0.sort = [SortKey(.byteSize)] } == ["b", "a", "c"])
        var (changed, older) = (asset("changed"), asset("older"))
        changed.modificationTime = Timestamp(milliseconds: 5)
        older.modificationTime = Timestamp(milliseconds: -5)
        #expect(
            names([changed, asset("never"), older]) { $0.sort = [SortKey(.modificationTime)] }
                == ["never", "older", "changed"])
    }

    @Test("A fetch result that is a list is read in windows, and knows where an asset is")
    func windows() throws {
        let list = AssetList(["a", "b", "c"].map { asset($0) }, options: FetchOptions())
        func window(_ offset: Int, _ length: Int, stopAt: Int = .max) throws -> [String] {
            var names: [String] = []
            try list.window(offset: offset, length: length, call: BackendCall()) {
                names.append($0.filename)
                return names.count < stopAt ? .more : .stop
            }
            return names
        }
        #expect(try list.count(call: BackendCall()) == 3)
        #expect(try window(1, 1) == ["b"])
        #expect(try window(1, .max) == ["b", "c"])
        #expect(try window(0, .max, stopAt: 2) == ["a", "b"])
        #expect(try window(3, 1) == [] && window(.max, .max) == [])
        #expect(try list.index(of: "a-c", call: BackendCall()) == 2)
        #expect(throws: PhotoError.self) { try list.index(of: "a-d", call: BackendCall()) }
    }
}
