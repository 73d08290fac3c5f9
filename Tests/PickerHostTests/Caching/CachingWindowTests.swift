import BackendKit
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("A window of images that are cached", .timeLimit(.minutes(15))) struct CachingWindowTests {
    private static let options = ImageOptions(targetSize: PixelSize(width: 4, height: 4))

    private func assets(_ range: ClosedRange<Int>) -> [Asset] {
        range.map { number in
            var asset = sampleAsset("asset\(number)")
            asset.contentTag = 1
            return asset
        }
    }

    private func isDone(_ library: PhotoLibrary) -> Bool { library.caching.counts == (0, 0) }

    @Test("is in memory when it is asked for")
    func cached() async throws {
        let script = try LibraryScript {
            $0.image = { (_, _, _, deliver) throws(PhotoError) in
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8, width: 4)))
            }
        }
        let library = try await script.open()
        defer { library.close() }
        library.startCaching(assets(1...20), options: Self.options, encoding: .png)
        try await wait { isDone(library) }
        #expect(script.heard.withLock { Set($0.imagesOf).count } == 20)
        for asset in assets(1...20) {
            _ = try await library.encodedImage(
                of: asset.localIdentifier, asset: asset, options: Self.options, encoding: .png)
        }
        #expect(script.heard.withLock { $0.imagesOf.count } == 20)
        #expect(library.memoryCacheCounts.hits == 20)
        library.startCaching([sampleAsset("unversioned")], options: Self.options, encoding: .png)
        #expect(isDone(library))
    }

    @Test("waits behind what is asked for, makes no more than a few at once, and ends when it is stopped")
    func stopped() async throws {
        let script = try LibraryScript {
            $0.image = { (asset, _, call, deliver) throws(PhotoError) in
                while asset.hasPrefix("asset") {
                    try call.check()
                    pause(milliseconds: 1)
                }
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8, width: 4)))
            }
        }
        let library = try await script.open(threads: 3)
        defer { library.close() }
        library.startCaching(assets(1...500), options: Self.options, encoding: .png)
        try await wait { script.heard.withLock { $0.imagesOf.count } == 2 }
        #expect(library.caching.counts == (498, 2))
        // The third thread is free for what is asked for.
        _ = try await library.encodedImage(of: "now", options: Self.options, encoding: .png)
        library.stopCaching(assets(2...500), options: Self.options, encoding: .png)
        #expect(library.caching.counts == (0, 1))
        library.stopCachingAll()
        #expect(isDone(library))
        _ = try await library.encodedImage(of: "now too", options: Self.options, encoding: .png)
        let asked = script.heard.withLock { $0.imagesOf }
        #expect(Set(asked) == ["asset1", "asset2", "now", "now too"])
    }

    @Test("ends with its library")
    func closed() async throws {
        let script = try LibraryScript {
            $0.image = { (_, _, call, _) throws(PhotoError) in
                while true {
                    try call.check()
                    pause(milliseconds: 1)
                }
            }
        }
        let library = try await script.open()
        library.startCaching(assets(1...50), options: Self.options, encoding: .png)
        try await wait { script.heard.withLock { !$0.imagesOf.isEmpty } }
        library.close()
        #expect(isDone(library))
        library.startCaching(assets(1...50), options: Self.options, encoding: .png)
        #expect(isDone(library))
    }
}
