import Dispatch
import Foundation
import GRDB
import Imaging
import PhotoCatalog
import PhotoModel
import Pixels
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("Placeholders in a catalog")
struct PlaceholderStoreTests {
    private let library: ScannedLibrary
    private let catalog: Catalog

    init() throws {
        library = try ScannedLibrary()
        for name in ["a.jpg", "b.jpg", "c.jpg", "c.dng"] {
            try library.write(name, name == "c.dng" ? SampleMedia.dng : SampleMedia.jpeg())
        }
        catalog = try library.catalog()
        _ = try catalog.refresh(options: .trusting)
    }

    /// A picture of one colour, as if it were rendered from the file as it is now.
    private func picture(_ name: String, side: Int = 100, level: UInt8 = 90) throws -> RenderedPicture {
        let pixels = try PixelBuffer(size: PixelSize(width: side, height: side / 2), format: .gray8)
        let plane = pixels.planes[0]
        for row in 0..<pixels.size.height { (plane.base + row * plane.stride).update(repeating: level, count: side) }
        let folder = try catalog.root.folder(at: [])
        let origin = PictureOrigin(
            asset: catalog.root.identity.asset(at: Array(name.utf8)).text, filename: Array(name.utf8),
            status: try folder.status(of: Array(name.utf8)))
        return RenderedPicture(of: origin, pixels: pixels)
    }

    private func store(_ pictures: RenderedPicture...) {
        let store = PlaceholderStore(catalog)
        for picture in pictures { store.offer(picture) }
        store.finish()
    }

    private func placeholder(_ name: String, _ fetch: CatalogFetch? = nil) throws -> [UInt8]? {
        let assets = try (fetch ?? catalog.fetch(.all)).assets()
        return try #require(assets.first { $0.filename == name }).placeholder
    }

    @Test("are made of what was rendered, and are in later fetches; nobody is told, and earlier fetches stay")
    func stored() async throws {
        try await onThread {
            let earlier = try catalog.fetch(.all)
            #expect(try placeholder("a.jpg", earlier) == nil)
            let token = try catalog.currentToken()
            let rendered = [try picture("a.jpg", level: 40), try picture("c.jpg", level: 200)]
            store(rendered[0], rendered[1])
            #expect(try placeholder("a.jpg") == Placeholder(rendered[0].pixels).bytes)
            #expect(try placeholder("b.jpg") == nil)
            #expect(try placeholder("c.jpg") == Placeholder(rendered[1].pixels).bytes)
            #expect(try placeholder("a.jpg", earlier) == nil)
            #expect(try catalog.currentToken() == token)
            #expect(try catalog.refresh(options: .trusting).updated == 0)
            #expect(try placeholder("a.jpg") != nil)
        }
    }

    @Test("go when the file changes, also one of several")
    func changed() async throws {
        try await onThread {
            store(try picture("a.jpg"), try picture("b.jpg"), try picture("c.jpg"))
            try library.write("a.jpg", SampleMedia.jpeg(padding: 3))
            try library.write("c.dng", SampleMedia.dng + [0, 0])
            _ = try catalog.refresh(options: .trusting)
            #expect(try placeholder("a.jpg") == nil)
            #expect(try placeholder("b.jpg") != nil)
            #expect(try placeholder("c.jpg") == nil)
        }
    }

    @Test("are not stored of files that the catalog knows otherwise, nor of assets that it does not know")
    func stale() async throws {
        try await onThread {
            let before = [try picture("a.jpg"), try picture("c.jpg"), try picture("b.jpg")]
            try library.write("a.jpg", SampleMedia.jpeg(padding: 3))
            try library.write("c.jpg", SampleMedia.jpeg(padding: 3))
            // Rendered from what is there now, of which the catalog does not know yet.
            store(try picture("a.jpg"), try picture("c.jpg"))
            _ = try catalog.refresh(options: .trusting)
            // Rendered from what was there before.
            try library.remove("b.jpg")
            _ = try catalog.refresh(options: .trusting)
            store(before[0], before[1], before[2])
            #expect(try placeholder("a.jpg") == nil)
            #expect(try placeholder("c.jpg") == nil)
            #expect(try catalog.fetch(.all).count() == 2)
        }
    }

    @Test("are not made of pictures that are too small or too large, and only once")
    func sizes() async throws {
        try await onThread {
            store(try picture("a.jpg", side: 63), try picture("b.jpg", side: 513))
            #expect(try placeholder("a.jpg") == nil)
            #expect(try placeholder("b.jpg") == nil)
            let first = try picture("a.jpg", side: 64, level: 10)
            store(first, try picture("a.jpg", level: 250))
            store(try picture("a.jpg", level: 250))
            #expect(try placeholder("a.jpg") == Placeholder(first.pixels).bytes)
        }
    }

    @Test("hold up nobody while the catalog is written to, and are dropped when there are too many")
    func dropped() async throws {
        try await onThread {
            let pictures = [try picture("a.jpg"), try picture("b.jpg")]
            let store = PlaceholderStore(catalog)
            let (isHeld, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let holder = Thread {
                try? catalog.pool.write { _ in
                    isHeld.signal()
                    isDone.wait()
                }
            }
            holder.start()
            isHeld.wait()
            // A hundred each, while nobody can write: some wait, the others are dropped.
            for index in 0..<200 { store.offer(pictures[index % 2]) }
            #expect(store.waitingCount <= 32)
            isDone.signal()
            store.finish()
            #expect(try placeholder("a.jpg") != nil)
        }
    }

    @Test("are taken no more once the catalog could not be written")
    func refused() async throws {
        try await onThread {
            try catalog.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 1") }
            let store = PlaceholderStore(catalog)
            store.offer(try picture("a.jpg"))
            let deadline = ContinuousClock.now + .seconds(120)
            while !store.isRefused, ContinuousClock.now < deadline { pause(milliseconds: 5) }
            try catalog.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 0") }
            store.offer(try picture("a.jpg"))
            store.finish()
            #expect(store.isRefused)
            #expect(try placeholder("a.jpg") == nil)
        }
    }

    @Test("let no fetch result expire")
    func states() async throws {
        try await onThread {
            var fetches: [CatalogFetch] = []
            for _ in 0..<2 * CatalogStates.limit {
                catalog.states.noteNewPlaceholders()
                fetches.append(try catalog.fetch(.all))
            }
            #expect(catalog.states.count < CatalogStates.limit / 2)
            for fetch in fetches { #expect(try fetch.assets().count == 3) }
        }
    }
}
