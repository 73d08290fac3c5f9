import BackendKit
import PhotoModel
import Platform
import Testing

@testable import PickerHost

@Suite("Images that were asked for before", .timeLimit(.minutes(15))) struct CachedImageTests {
    private static let options = ImageOptions(targetSize: PixelSize(width: 4, height: 4))

    private func asset(_ version: UInt64 = 1) -> Asset {
        var asset = sampleAsset("a")
        asset.contentTag = version
        return asset
    }

    private func image(
        of library: PhotoLibrary, version: UInt64 = 1, options: ImageOptions = options
    ) async throws -> EncodedImage {
        try await library.encodedImage(of: "a", asset: asset(version), options: options, encoding: .png)
    }

    /// Images are as wide as the number of the call that made them.
    private func counting(_ counter: Counter = Counter()) throws -> LibraryScript {
        try LibraryScript {
            $0.image = { (_, _, _, deliver) throws(PhotoError) in
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8, width: counter.next())))
            }
        }
    }

    /// The same; the first call waits until the gate opens.
    private func counting(waitingAt gate: Latch) throws -> LibraryScript {
        let counter = Counter()
        return try LibraryScript {
            $0.image = { (_, _, _, deliver) throws(PhotoError) in
                let number = counter.next()
                if number == 1 { gate.pass() }
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8, width: number)))
            }
        }
    }

    private final class Counter: Sendable {
        private let count = Atomic(0)
        func next() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }
    }

    @Test(
        "A request without the network comes to the backend as one, and is answered with what the network gave before")
    func withoutNetwork() async throws {
        let script = try LibraryScript {
            $0.image = { (_, options, _, deliver) throws(PhotoError) in
                guard options.allowsNetwork else { throw PhotoError(.networkNotAllowed, "it is elsewhere") }
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8, width: 4)))
            }
        }
        let library = try await script.open()
        var local = Self.options
        local.allowsNetwork = false
        do {
            _ = try await image(of: library, options: local)
            Issue.record("nothing is here")
        } catch let error as PhotoError {
            #expect(error.status == .networkNotAllowed)
        }
        let first = try await image(of: library)
        #expect(try await image(of: library, options: local).bytes == first.bytes)
        library.close()
    }

    @Test(
        "Images that were asked for before are answered without a thread of the lane of images, and charged while held")
    func withoutThread() async throws {
        let gate = Latch()
        let script = try LibraryScript {
            $0.image = { (asset, _, _, deliver) throws(PhotoError) in
                if asset != "a" { gate.pass() }
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8, width: 4)))
            }
        }
        let library = try await script.open(threads: 1)
        let first = try await image(of: library)
        let hanging = library.requestImage(for: "hanging", options: Self.options)
        await script.log.wait(for: "image hanging")
        let charged = library.lanes.images.chargedBytes
        var second: EncodedImage? = try await library.heldImage(
            of: "a", asset: asset(), options: Self.options, encoding: .png, priority: .visible)
        #expect(second?.bytes == first.bytes && second?.size == first.size && second?.mimeType == first.mimeType)
        #expect(second?.previewHash == first.previewHash)
        #expect(library.lanes.images.chargedBytes == charged + first.bytes.count)
        second = nil
        #expect(library.lanes.images.chargedBytes == charged && script.log.count(of: "image a") == 1)
        gate.open()
        _ = try await hanging.finalImage()
        library.close()
    }

    @Test("Images that were asked for before are made again of a version, in a size or by a backend that is another")
    func others() async throws {
        let script = try counting()
        let library = try await script.open()
        #expect(try await image(of: library).size.width == 1)
        #expect(try await image(of: library, version: 2).size.width == 2)
        let larger = ImageOptions(targetSize: PixelSize(width: 5, height: 5))
        #expect(try await image(of: library, version: 2, options: larger).size.width == 3)
        #expect(try await image(of: library, version: 2).size.width == 2)
        try await library.swap(to: .path(ScriptedBackends.second))
        #expect(try await image(of: library, version: 2).size.width == 4)
        // The same backend once more is no other.
        try await library.swap(to: .path(ScriptedBackends.second))
        #expect(try await image(of: library, version: 2).size.width == 4)
        library.close()
    }

    @Test("Images that were asked for before are made again after a report that their asset or anything changed")
    func changed() async throws {
        let script = try counting()
        let library = try await script.open()
        #expect(try await image(of: library).size.width == 1)
        library.changes.send(.updated(["b"]))
        #expect(try await image(of: library).size.width == 1)
        library.changes.send(.updated(["a"]))
        #expect(try await image(of: library).size.width == 2)
        library.changes.send(.reload)
        #expect(try await image(of: library).size.width == 3)
        library.close()
    }

    @Test("Images that were begun before their asset changed answer no one who asks afterwards")
    func begunBefore() async throws {
        let gate = Latch()
        let script = try counting(waitingAt: gate)
        let library = try await script.open()
        let early = Task { try await image(of: library) }
        await script.log.wait(for: "image a")
        library.changes.send(.updated(["a"]))
        gate.open()
        #expect(try await early.value.size.width == 1)
        #expect(try await image(of: library).size.width == 2)
        library.close()
    }

    @Test("Images that were begun by a backend that was swapped away answer no one who asks the new one")
    func begunBeforeSwap() async throws {
        let gate = Latch()
        let script = try counting(waitingAt: gate)
        let library = try await script.open()
        let early = Task { try await image(of: library) }
        await script.log.wait(for: "image a")
        try await library.swap(to: .path(ScriptedBackends.second))
        gate.open()
        #expect(try await early.value.size.width == 1)
        #expect(try await image(of: library).size.width == 2)
        library.close()
    }

    @Test("Images that failed, were degraded or incomplete, or whose request was cancelled, are made again")
    func notKept() async throws {
        let counter = Counter()
        let counted = EventLog()
        let script = try LibraryScript {
            $0.image = { (_, _, call, deliver) throws(PhotoError) in
                let number = counter.next()
                switch number {
                case 1: throw PhotoError(.corruptMedia, "broken")
                case 2:
                    counted.add("second")
                    try waitForEnd(of: call)
                default: break
                }
                let pixels = ReleaseCounter().buffer(.rgb8, width: number)
                _ = deliver(Frame(pixels: pixels, isDegraded: number == 3, isIncomplete: number == 4))
            }
        }
        let library = try await script.open()
        await #expect(throws: PhotoError.self) { try await image(of: library) }
        let cancelled = Task { try await image(of: library) }
        // Earlier, the next call could be counted before this one, and wait in its place.
        await counted.wait(for: "second")
        cancelled.cancel()
        await #expect(throws: PhotoError.self) { try await cancelled.value }
        for width in 3...5 { #expect(try await image(of: library).size.width == width) }
        #expect(try await image(of: library).size.width == 5)
        #expect(library.cachedImages.memoryCounts.images == 1)
        library.close()
    }

    @Test("Images of an asset whose version the caller does not know are made each time")
    func unknownVersion() async throws {
        let script = try counting()
        let library = try await script.open()
        for width in 1...2 { #expect(try await image(of: library, version: 0).size.width == width) }
        for width in 3...4 {
            let image = try await library.encodedImage(of: "a", options: Self.options, encoding: .png)
            #expect(image.size.width == width)
        }
        library.close()
    }
}
