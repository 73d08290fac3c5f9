import PhotoModel
import Testing

@testable import PhotoIndex

@Suite("A list of rows")
struct RowListTests {
    @Test(
        "A list of rows is what it was made of, whether their numbers are small, large or both",
        arguments: [
            [], [1, 2, 3], [4_294_967_295, 0, 5], [7, 4_294_967_296, 3], [4_294_967_296], [5, -1, 6, .max],
        ] as [[Int64]])
    func content(ids: [Int64]) {
        let list = RowList(ids)
        #expect(list.count == ids.count && list[0..<ids.count] == ids)
        for (position, id) in ids.enumerated() {
            #expect(list.firstIndex(of: id) == position && list[position..<position + 1] == [id])
        }
        var seen: [Int64] = []
        list.forEach { position, id in
            #expect(position == seen.count)
            seen.append(id)
        }
        #expect(seen == ids)
        for other in [4, -7, 4_294_967_304] as [Int64] { #expect(list.firstIndex(of: other) == nil) }
    }

    private func kind(
        _ type: MediaType, _ subtypes: MediaSubtypes = [], _ change: (inout Asset) -> Void = { _ in }
    ) -> AssetKind {
        var asset = Asset(localIdentifier: "a", filename: "a", path: AssetPath("a"), contentType: "", mediaType: type)
        asset.mediaSubtypes = subtypes
        change(&asset)
        return AssetKind(asset)
    }

    @Test("A list of rows has the kinds that were asked for, and hidden ones for who asks or opens their album")
    func filters() {
        let (image, video) = (kind(.image, .panorama), kind(.video))
        let (hidden, favorite) = (kind(.image) { $0.isHidden = true }, kind(.image) { $0.isFavorite = true })
        let all = [image, video, hidden, favorite]
        func matching(_ album: SmartAlbum? = nil, _ change: (inout FetchOptions) -> Void = { _ in }) -> [AssetKind] {
            var options = FetchOptions()
            change(&options)
            let filter = KindFilter(options: options, album: album)
            return all.filter { filter.matches($0) }
        }
        #expect(matching() == [image, video, favorite] && matching(.cameraRoll) == [image, video, favorite])
        #expect(matching(.hidden) == [hidden] && matching { $0.hidden = .only } == [hidden])
        #expect(matching { $0.hidden = .include } == all && matching(.videos) == [video])
        #expect(matching(.favorites) == [favorite] && matching { $0.favoritesOnly = true } == [favorite])
        #expect(matching { $0.mediaTypes = .video } == [video])
        #expect(matching { $0.anySubtypes = [.panorama, .raw] } == [image])
        #expect(matching { $0.noSubtypes = [.panorama, .raw] } == [video, favorite])
        #expect(matching(.panoramas) { $0.noSubtypes = .panorama } == [])
    }

    @Test("A list of rows asks SQLite for kinds only where some are left out")
    func conditions() {
        let (image, video) = (kind(.image), kind(.video))
        #expect(KindList.all.condition == "" && KindList.all.test == "1" && !KindList.all.isEmpty)
        let some = KindList.some([image, video])
        #expect(some.condition == " AND kind IN (1, 2)" && some.test == "kind IN (1, 2)" && !some.isEmpty)
        #expect(some.contains(image) && !some.contains(kind(.audio)) && KindList.all.contains(kind(.audio)))
        #expect(KindList.some([]).isEmpty && KindList.some([]).test == "kind IN ()")
    }
}
