import PhotoModel
import Testing

@testable import ImmichServing

@Suite("What is remembered of an Immich library")
struct RecordCacheTests {
    private func id(_ number: Int) throws -> ImmichID {
        let digits = String(number)
        let last = String(repeating: "0", count: 12 - digits.count) + digits
        return try #require(ImmichID(uuid: "00000000-0000-0000-0000-\(last)"))
    }

    private func record(_ number: Int, checksum: String = "abc") throws -> AssetRecord {
        let document = JSON([
            "id": .text(try id(number).uuid), "fileCreatedAt": .text("2024-05-01T10:00:00.000Z"),
            "originalFileName": .text("a.jpg"), "type": .text("IMAGE"), "checksum": .text(checksum),
        ])
        return try #require(AssetRecord(document))
    }

    @Test("Records that were used stay, and those that were not go when there are many others")
    func generations() throws {
        let cache = RecordCache(generation: 4, freshness: 1 << 60)
        for number in 0..<5 { cache.remember([try record(number)]) }
        #expect(try cache[id(0)] != nil)
        for number in 5..<8 { cache.remember([try record(number)]) }
        #expect(try cache[id(1)] == nil && cache[id(0)] != nil && cache[id(7)] != nil)
        cache.forget([try id(0), try id(7)])
        #expect(try cache[id(0)] == nil && cache[id(7)] == nil && cache[id(6)] != nil)
    }

    @Test("A record that is too old to be listed is still one for images")
    func freshness() throws {
        let (short, long) = (RecordCache(freshness: 0), RecordCache(freshness: 1 << 60))
        for cache in [short, long] { cache.remember([try record(1)]) }
        #expect(try short.fresh(id(1)) == nil && short[id(1)] != nil)
        #expect(try long.fresh(id(1)) != nil)
    }

    @Test("A file of another entity tag is another one, whose record is asked for again")
    func entityTags() throws {
        let media = MediaCache()
        let file = try id(1)
        media.learn(try record(1))
        let answers = [media.isSame(file, "a"), media.isSame(file, "a")]
        #expect(answers == [true, true] && media[file]?.entityTag == "a")
        // An answer about what is after the end has none, and those that follow are compared as before.
        let afterEnd = media.isSame(file, nil)
        #expect(afterEnd && media[file]?.entityTag == "a")
        // The same version keeps its tag, and another one has none yet.
        media.learn(try record(1))
        #expect(media[file]?.entityTag == "a")
        media.learn(try record(1, checksum: "abd"))
        #expect(media[file] != nil && media[file]?.entityTag == nil)
        let first = media.isSame(file, "b")
        let other = media.isSame(file, "c")
        #expect(first && !other && media[file] == nil)
    }

    @Test("Of many files that are read, the first ones are forgotten")
    func manyFiles() throws {
        let media = MediaCache()
        for number in 0..<520 { media.learn(try record(number)) }
        #expect(try media[id(0)] == nil && media[id(7)] == nil && media[id(8)] != nil && media[id(519)] != nil)
        media.forget([try id(8)])
        #expect(try media[id(8)] == nil)
    }

    @Test("A file that is known keeps its entity tag, and takes no other's place, however many are known")
    func knownFile() throws {
        let media = MediaCache()
        for number in 0..<512 { media.learn(try record(number)) }
        let first = try id(0)
        #expect(media.isSame(first, "a"))
        media.learn(try record(0))
        #expect(try media[first]?.entityTag == "a" && media[id(1)] != nil && media[id(511)] != nil)
    }

    @Test("Collections that may have changed are asked for again, and shown while the server is away")
    func shelves() {
        let shelves = Shelves()
        #expect(shelves.fresh == nil && shelves.last == nil)
        let album = AssetCollection(localIdentifier: "c1", title: "Summer", type: .album)
        shelves.keep([Shelves.Entry(collection: album)])
        #expect(shelves.fresh?.map(\.collection) == [album])
        shelves.outdate()
        #expect(shelves.fresh == nil && shelves.last?.map(\.collection) == [album])
    }
}
