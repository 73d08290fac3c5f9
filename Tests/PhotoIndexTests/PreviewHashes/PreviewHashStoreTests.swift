import Dispatch
import Foundation
import GRDB
import Imaging
import PhotoFolder
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("Preview hashes in an index")
struct PreviewHashStoreTests {
    private let library: ScannedLibrary
    private let photoIndex: PhotoIndexDatabase

    init() throws {
        library = try ScannedLibrary()
        for name in ["a.jpg", "b.jpg", "c.jpg", "c.dng"] {
            try library.write(name, name == "c.dng" ? SampleMedia.dng : SampleMedia.jpeg())
        }
        photoIndex = try library.photoIndex()
        _ = try photoIndex.refresh(options: .trusting)
    }

    /// A thumbnail of one colour, as if it were rendered from the file as it is now.
    private func thumbnail(_ name: String, side: Int = 100, level: UInt8 = 90) throws -> RenderedThumbnail {
        let pixels = try PixelBuffer(size: PixelSize(width: side, height: side / 2), format: .gray8)
        let plane = pixels.planes[0]
        for row in 0..<pixels.size.height { (plane.base + row * plane.stride).update(repeating: level, count: side) }
        let folder = try photoIndex.root.folder(at: [])
        let origin = ThumbnailOrigin(
            asset: photoIndex.root.identity.asset(at: Array(name.utf8)).text, filename: Array(name.utf8),
            status: try folder.status(of: Array(name.utf8)))
        return RenderedThumbnail(of: origin, pixels: pixels)
    }

    private func store(_ thumbnails: RenderedThumbnail...) {
        let store = PreviewHashStore(photoIndex)
        for thumbnail in thumbnails { store.offer(thumbnail) }
        store.finish()
    }

    private func previewHash(_ name: String, _ fetch: IndexFetch? = nil) throws -> [UInt8]? {
        let assets = try (fetch ?? photoIndex.fetch(.all)).assets()
        return try #require(assets.first { $0.filename == name }).previewHash
    }

    @Test(
        "Preview hashes in an index are made of what was rendered, and are in later fetches; that is no change, and earlier fetches stay"
    )
    func stored() async throws {
        try await onThread {
            let earlier = try photoIndex.fetch(.all)
            #expect(try previewHash("a.jpg", earlier) == nil)
            let token = try photoIndex.currentToken()
            let rendered = [try thumbnail("a.jpg", level: 40), try thumbnail("c.jpg", level: 200)]
            store(rendered[0], rendered[1])
            #expect(try previewHash("a.jpg") == PreviewHash(rendered[0].pixels).bytes)
            #expect(try previewHash("b.jpg") == nil)
            #expect(try previewHash("c.jpg") == PreviewHash(rendered[1].pixels).bytes)
            #expect(try previewHash("a.jpg", earlier) == nil)
            #expect(try photoIndex.currentToken() == token)
            #expect(try photoIndex.refresh(options: .trusting).report.updated == 0)
            #expect(try previewHash("a.jpg") != nil)
        }
    }

    @Test("Preview hashes in an index go when the file changes, also one of several")
    func changed() async throws {
        try await onThread {
            store(try thumbnail("a.jpg"), try thumbnail("b.jpg"), try thumbnail("c.jpg"))
            try library.write("a.jpg", SampleMedia.jpeg(padding: 3))
            try library.write("c.dng", SampleMedia.dng + [0, 0])
            _ = try photoIndex.refresh(options: .trusting)
            #expect(try previewHash("a.jpg") == nil)
            #expect(try previewHash("b.jpg") != nil)
            #expect(try previewHash("c.jpg") == nil)
        }
    }

    @Test(
        "Preview hashes in an index are not stored of files that the index knows otherwise, nor of assets that it does not know"
    )
    func stale() async throws {
        try await onThread {
            let before = [try thumbnail("a.jpg"), try thumbnail("c.jpg"), try thumbnail("b.jpg")]
            try library.write("a.jpg", SampleMedia.jpeg(padding: 3))
            try library.write("c.jpg", SampleMedia.jpeg(padding: 3))
            // Rendered from what is there now, of which the index does not know yet.
            store(try thumbnail("a.jpg"), try thumbnail("c.jpg"))
            _ = try photoIndex.refresh(options: .trusting)
            // Rendered from what was there before.
            try library.remove("b.jpg")
            _ = try photoIndex.refresh(options: .trusting)
            store(before[0], before[1], before[2])
            #expect(try previewHash("a.jpg") == nil)
            #expect(try previewHash("c.jpg") == nil)
            #expect(try photoIndex.fetch(.all).count() == 2)
        }
    }

    @Test("Preview hashes in an index are not made of thumbnails that are too small or too large, and only once")
    func sizes() async throws {
        try await onThread {
            store(try thumbnail("a.jpg", side: 63), try thumbnail("b.jpg", side: 513))
            #expect(try previewHash("a.jpg") == nil)
            #expect(try previewHash("b.jpg") == nil)
            let first = try thumbnail("a.jpg", side: 64, level: 10)
            store(first, try thumbnail("a.jpg", level: 250))
            store(try thumbnail("a.jpg", level: 250))
            #expect(try previewHash("a.jpg") == PreviewHash(first.pixels).bytes)
        }
    }

    @Test(
        "Preview hashes in an index hold up no caller while the index is written to, and are dropped when there are too many"
    )
    func dropped() async throws {
        try await onThread {
            let thumbnails = [try thumbnail("a.jpg"), try thumbnail("b.jpg")]
            let store = PreviewHashStore(photoIndex)
            let (isHeld, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let holder = Thread {
                try? photoIndex.pool.write { _ in
                    isHeld.signal()
                    isDone.wait()
                }
            }
            holder.start()
            isHeld.wait()
            // A hundred each, while nothing can be written: some wait, the others are dropped.
            for index in 0..<200 { store.offer(thumbnails[index % 2]) }
            #expect(store.waitingCount <= 32)
            isDone.signal()
            store.finish()
            #expect(try previewHash("a.jpg") != nil)
        }
    }

    @Test("Preview hashes in an index are taken no more once the index could not be written")
    func refused() async throws {
        try await onThread {
            try photoIndex.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 1") }
            let store = PreviewHashStore(photoIndex)
            store.offer(try thumbnail("a.jpg"))
            let deadline = ContinuousClock.now + .seconds(120)
            while !store.isRefused, ContinuousClock.now < deadline { pause(milliseconds: 5) }
            try photoIndex.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 0") }
            store.offer(try thumbnail("a.jpg"))
            store.finish()
            #expect(store.isRefused)
            #expect(try previewHash("a.jpg") == nil)
        }
    }

    @Test("Preview hashes in an index let no fetch result expire")
    func states() async throws {
        try await onThread {
            var fetches: [IndexFetch] = []
            for _ in 0..<2 * IndexSnapshots.limit {
                photoIndex.states.noteNewPreviewHashes()
                fetches.append(try photoIndex.fetch(.all))
            }
            #expect(photoIndex.states.count < IndexSnapshots.limit / 2)
            for fetch in fetches { #expect(try fetch.assets().count == 3) }
        }
    }
}
