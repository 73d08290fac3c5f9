import BackendKit
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("Equal image requests", .timeLimit(.minutes(15))) struct SharedImageTests {
    private static let options = ImageOptions(targetSize: PixelSize(width: 4, height: 4))

    private func script(_ gate: Latch) throws -> LibraryScript {
        try LibraryScript {
            $0.image = { (_, _, call, deliver) throws(PhotoError) in
                gate.pass()
                try call.check()
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8, width: 4, height: 4)))
            }
        }
    }

    @Test("Equal image requests are one call of the backend, and others are not joined to it")
    func joined() async throws {
        let gate = Latch()
        let script = try script(gate)
        let library = try await script.open()
        let frames = (0..<50).map { _ in library.requestImage(for: "a", options: Self.options) }
        let other = library.requestImage(for: "a", options: ImageOptions(targetSize: nil))
        await script.log.wait(for: "image a", count: 2)
        gate.open()
        for request in frames { #expect(try await request.finalImage().pixels.size.width == 4) }
        _ = try await other.finalImage()
        #expect(script.log.count(of: "image a") == 2)
        library.close()
    }

    @Test("Equal image requests for the content of a file are decoded and encoded once")
    func encoded() async throws {
        let gate = Latch()
        let script = try script(gate)
        let library = try await script.open()
        let tasks = (0..<20).map { _ in
            Task { try await library.encodedImage(of: "a", options: Self.options, encoding: .png) }
        }
        while library.encodedImages.waiterCount < 20 { await Task.yield() }
        gate.open()
        for task in tasks { #expect(try await task.value.mimeType == "image/png") }
        #expect(script.log.count(of: "image a") == 1)
        library.close()
    }

    @Test("Image requests whose content is held for a reader are charged until it is let go")
    func held() async throws {
        let gate = Latch()
        gate.open()
        let library = try await script(gate).open()
        var image: EncodedImage? = try await library.heldImage(
            of: "a", asset: nil, options: Self.options, encoding: .png, priority: .visible)
        let size = image?.bytes.count ?? 0
        // The job may be about to end.
        while library.lanes.images.chargedBytes > size { await Task.yield() }
        #expect(size > 0 && library.lanes.images.chargedBytes == size)
        image = nil
        #expect(library.lanes.images.chargedBytes == 0)
        let free = try await library.encodedImage(of: "a", options: Self.options, encoding: .png)
        while library.lanes.images.chargedBytes > 0 { await Task.yield() }
        withExtendedLifetime(free) {}
        library.close()
    }

    @Test("Equal image requests go on when one of them is cancelled, and end with the last")
    func cancelled() async throws {
        let script = try LibraryScript {
            $0.image = { (_, _, call, _) throws(PhotoError) in try waitForEnd(of: call) }
        }
        let library = try await script.open()
        let tasks = (0..<2).map { _ in
            Task { try await library.encodedImage(of: "a", options: Self.options, encoding: .png) }
        }
        await script.log.wait(for: "image a")
        while library.encodedImages.waiterCount < 2 { await Task.yield() }
        tasks[0].cancel()
        let first = await #expect(throws: PhotoError.self) { try await tasks[0].value }
        #expect(first?.status == .cancelled && script.log.count(of: "image a ended") == 0)
        tasks[1].cancel()
        await script.log.wait(for: "image a ended")
        library.close()
    }

    @Test("Equal image requests that no one waits for leave the queue at once")
    func withdrawn() async throws {
        let gate = Latch()
        let script = try script(gate)
        let library = try await script.open(threads: 1)
        let first = library.requestImage(for: "first", options: Self.options)
        await script.log.wait(for: "image first")
        do { _ = (0..<3).map { _ in library.requestImage(for: "dropped", options: Self.options) } }
        #expect(!library.lanes.images.hasWaiting)
        gate.open()
        _ = try await first.finalImage()
        #expect(script.heard.withLock { $0.imagesOf } == ["first"])
        library.close()
    }

    @Test("Equal image requests are made when the most urgent of them is due")
    func hastened() async throws {
        let gate = Latch()
        let script = try script(gate)
        let library = try await script.open(threads: 1)
        let first = library.requestImage(for: "first", options: Self.options)
        await script.log.wait(for: "image first")
        let early = library.requestImage(for: "joined", options: Self.options, priority: .prefetch)
        let near = library.requestImage(for: "near", options: Self.options, priority: .near)
        let late = library.requestImage(for: "joined", options: Self.options, priority: .visible)
        gate.open()
        for request in [first, early, near, late] { _ = try await request.finalImage() }
        #expect(script.heard.withLock { $0.imagesOf } == ["first", "joined", "near"])
        library.close()
    }

    @Test("Image requests are counted as what became of them")
    func counted() async throws {
        let script = try LibraryScript {
            $0.image = { (identifier, _, call, deliver) throws(PhotoError) in
                if identifier == "bad" { throw PhotoError(.corruptMedia, "broken") }
                if identifier == "left" { try waitForEnd(of: call) }
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8, width: 4, height: 4)))
            }
        }
        let library = try await script.open()
        @Sendable func image(_ identifier: String) async throws -> EncodedImage {
            try await library.encodedImage(of: identifier, options: Self.options, encoding: .png)
        }
        _ = try await image("good")
        await #expect(throws: PhotoError.self) { try await image("bad") }
        let left = Task { try await image("left") }
        await script.log.wait(for: "image left")
        #expect(library.imageWorkCounts.requests == 1)
        left.cancel()
        await #expect(throws: PhotoError.self) { try await left.value }
        try await wait { library.imageWorkCounts.abandoned == 1 }
        let counts = library.imageWorkCounts
        #expect(counts.begun == 3 && counts.made == 1 && counts.failed == 1 && counts.requests == 0)
        library.close()
    }

    @Test("Equal image requests that come late get the newest frame, and then the final one")
    func late() async throws {
        let (gate, looked) = (Latch(), EventLog())
        let script = try LibraryScript {
            $0.image = { (_, _, _, deliver) throws(PhotoError) in
                for width in 1...3 {
                    let pixels = ReleaseCounter().buffer(.rgb8, width: width)
                    _ = deliver(Frame(pixels: pixels, isDegraded: true, isFinal: false))
                }
                looked.add("degraded")
                gate.pass()
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8, width: 4)))
            }
        }
        let library = try await script.open()
        let first = library.requestImage(for: "a", options: Self.options)
        await looked.wait(for: "degraded")
        var widths: [Int] = []
        for try await frame in library.requestImage(for: "a", options: Self.options) {
            widths.append(frame.pixels.size.width)
            gate.open()
        }
        #expect(widths == [3, 4] && script.log.count(of: "image a") == 1)
        _ = try await first.finalImage()
        library.close()
    }

    @Test("Equal image requests from before and after a change of the library are two calls")
    func changed() async throws {
        let gate = Latch()
        let script = try script(gate)
        let library = try await script.open()
        let before = library.requestImage(for: "a", options: Self.options)
        await script.log.wait(for: "image a")
        library.changes.send(.reload)
        let after = library.requestImage(for: "a", options: Self.options)
        await script.log.wait(for: "image a", count: 2)
        gate.open()
        _ = try await (before.finalImage(), after.finalImage())
        library.close()
    }
}
