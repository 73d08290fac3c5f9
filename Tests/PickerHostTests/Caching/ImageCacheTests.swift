import PhotoModel
import Testing

@testable import PickerHost

@Suite("Cache of encoded images") struct ImageCacheTests {
    private static let renderer = Renderer(
        BackendInfo(id: "a", name: "A", version: "1", priority: 0, capabilities: [], formats: []), path: "/no/such.so",
        file: nil)
    private static let newer = Renderer(
        BackendInfo(id: "a", name: "A", version: "2", priority: 0, capabilities: [], formats: []), path: "/no/such.so",
        file: nil)

    /// Not a value, so that expectations may ask it.
    private final class Box {
        var cache = ImageCache(limit: 80_000)

        var counts: ImageCacheCounts { cache.counts }
        func image(for key: CachedImageKey) -> EncodedImage? { cache.image(for: key) }
        func begin(_ key: CachedImageKey) -> ImageCache.Making { cache.begin(key) }
        func end(_ making: ImageCache.Making, _ image: EncodedImage?) -> Bool { cache.end(making, image) }
    }

    private let box = Box()

    private func key(
        _ asset: String, version: UInt64 = 1, width: Int = 4, renderer: Renderer = renderer
    ) throws -> CachedImageKey {
        var found = sampleAsset(asset)
        found.contentTag = version
        let options = ImageOptions(targetSize: PixelSize(width: width, height: 4))
        return try #require(CachedImageKey(renderer, found, options: options, encoding: .png))
    }

    private func image(
        _ bytes: [UInt8] = [1], isDegraded: Bool = false, isIncomplete: Bool = false
    ) -> EncodedImage {
        EncodedImage(
            bytes: bytes, mimeType: "image/png", size: PixelSize(width: 4, height: 4), isDegraded: isDegraded,
            isIncomplete: isIncomplete, previewHash: [])
    }

    @discardableResult
    private func make(_ key: CachedImageKey, _ made: EncodedImage?) -> Bool {
        box.end(box.begin(key), made)
    }

    @Test("The cache of encoded images gives what was made for the same key alone")
    func keys() throws {
        make(try key("a"), image([7]))
        #expect(try box.image(for: key("a"))?.bytes == [7])
        #expect(try box.image(for: key("b")) == nil)
        #expect(try box.image(for: key("a", version: 2)) == nil)
        #expect(try box.image(for: key("a", width: 5)) == nil)
        #expect(try box.image(for: key("a", renderer: Self.newer)) == nil)
        #expect(box.counts.hits == 1 && box.counts.misses == 4 && box.counts.images == 1)
    }

    @Test("The cache of encoded images has no key for an asset whose version is not known")
    func unknownVersion() {
        let asset = sampleAsset("a")
        let options = ImageOptions(targetSize: nil)
        #expect(CachedImageKey(Self.renderer, asset, options: options, encoding: .png) == nil)
    }

    @Test("The cache of encoded images keeps nothing that is degraded or incomplete, failed or was cancelled")
    func onlyGood() throws {
        #expect(try !make(key("a"), image(isDegraded: true)))
        #expect(try !make(key("a"), image(isIncomplete: true)))
        #expect(try !make(key("a"), nil))
        #expect(try box.image(for: key("a")) == nil && box.counts.bytes == 0 && box.cache.makingCount == 0)
    }

    @Test("The cache of encoded images forgets an asset that changed, and what was begun before that")
    func changed() throws {
        make(try key("a"), image())
        make(try key("b"), image())
        let early = (a: box.begin(try key("a", width: 9)), b: box.begin(try key("b", width: 9)))
        box.cache.forget(["a"])
        #expect(!box.end(early.a, image()) && box.end(early.b, image()))
        #expect(try box.image(for: key("a")) == nil && box.image(for: key("a", width: 9)) == nil)
        #expect(try box.image(for: key("b")) != nil && box.image(for: key("b", width: 9)) != nil)
        // What is begun afterwards is kept.
        #expect(try make(key("a"), image()))
    }

    @Test("The cache of encoded images forgets everything when anything may have changed")
    func reload() throws {
        make(try key("a"), image())
        let early = box.begin(try key("b"))
        box.cache.forgetAll()
        #expect(try !box.end(early, image()) && box.image(for: key("a")) == nil && box.counts.bytes == 0)
    }

    @Test("The cache of encoded images drops the older version of an asset for the newer one")
    func versions() throws {
        make(try key("a"), image())
        make(try key("a", width: 9), image())
        make(try key("a", version: 2), image([2]))
        #expect(try box.counts.images == 1 && box.image(for: key("a", version: 2))?.bytes == [2])
        #expect(try box.image(for: key("a")) == nil)
    }

    @Test("The cache of encoded images keeps those of its renderer, and drops those of others, when that is swapped")
    func swapped() throws {
        make(try key("a"), image())
        make(try key("b", renderer: Self.newer), image())
        let late = box.begin(try key("c"))
        box.cache.keepOnly(Self.newer)
        #expect(!box.end(late, image()))
        #expect(try box.image(for: key("a")) == nil)
        #expect(try box.image(for: key("b", renderer: Self.newer)) != nil && box.counts.images == 1)
    }

    @Test("The cache of encoded images stays within its bytes, whatever goes in, and large images displace no others")
    func bounded() throws {
        make(try key("small"), image())
        make(try key("large"), image(Array(repeating: 0, count: 10_000)))
        #expect(try box.image(for: key("large")) == nil && box.image(for: key("small")) != nil)
        for number in 0..<200 {
            make(try key("\(number)"), image(Array(repeating: 0, count: number * 40)))
            #expect(box.counts.bytes <= 80_000)
        }
        #expect(try box.image(for: key("small")) == nil && box.image(for: key("199")) != nil)
    }
}
