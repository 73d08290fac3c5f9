import Imaging
import PhotoModel
import Platform
import TestSupport
import Testing

@Suite("The tiles of a HEIF image")
struct HEIFTileTests {
    private static let size = PixelSize(width: 170, height: 100)

    private func render(
        _ fixture: HEIFFixture, _ request: RenderRequest = RenderRequest(),
        _ decoder: PaintedImages = PaintedImages(),
        limits: ImageLimits = .standard, threads: Int = 1, cancellation: Cancellation = .never
    ) throws(ImagingError) -> PixelBuffer {
        try HEIFFile(fixture.source).render(
            request, decoder, limits: limits, threads: DecodingThreads(limit: threads), cancellation: cancellation
        ).buffer
    }

    private static func grid() -> HEIFFixture { .grid(columns: 3, rows: 2, size: size) }

    @Test("are where they belong, whichever thread decodes them", arguments: [1, 2, 4])
    func places(threads: Int) throws {
        let image = try render(Self.grid(), threads: threads)
        #expect(image.size == Self.size && image.format == .gray8)
        for (x, y, tile) in [(0, 0, 0), (63, 63, 0), (64, 0, 1), (169, 63, 2), (0, 64, 3), (100, 99, 4), (169, 99, 5)] {
            #expect(image.pixel(x, y) == [UInt8(tile)], "\(x), \(y)")
        }
    }

    @Test("that are larger than the file says do not reach into others that are there already")
    func largerThanSaid() async throws {
        let meeting = Meeting(size: 2)
        let fixture = HEIFFixture.grid(columns: 4, rows: 1, size: PixelSize(width: 256, height: 64))
        // The second tile comes after the third, when the thread that decoded that one goes on to the fourth.
        let decoder = PaintedImages(excess: 40) { (image) throws(ImagingError) in
            let waits = image.data[0] == 1 || image.data[0] == 3
            if waits, !meeting.wait() { throw .corrupt("the other thread did not come") }
        }
        let image = try await onThread { try self.render(fixture, decoder, threads: 2) }
        for tile in 0..<4 { #expect(image.pixel(tile * 64, 0) == [UInt8(tile)], "\(tile)") }
    }

    @Test("have each a plane of alpha of their own, or none")
    func alpha() throws {
        var fixture = HEIFFixture.grid(columns: 2, rows: 1, size: PixelSize(width: 120, height: 60))
        let type = HEIFFixture.fullBox("auxC", Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8))
        for (tile, alpha): (Int, UInt8) in [(2, 50), (3, 200)] {
            fixture.items.append(
                .init(
                    id: tile + 10, type: "hvc1", size: PixelSize(width: 64, height: 64), data: [alpha],
                    properties: [type]))
            fixture.references.append(("auxl", tile + 10, [tile]))
        }
        let image = try render(fixture)
        #expect(image.format == .rgba8 && image.size == PixelSize(width: 120, height: 60))
        #expect(image.pixel(10, 10) == [0, 0, 0, 50] && image.pixel(110, 50) == [1, 1, 1, 200])
        #expect(try ImageDecoder().header(of: fixture.source).hasAlpha)
        fixture.references.removeLast()
        #expect(try render(fixture).format == .gray8)
    }

    @Test("whose data is much longer than their pixels are refused before it is read")
    func longData() throws {
        var fixture = HEIFFixture.grid(columns: 2, rows: 1, size: PixelSize(width: 128, height: 64))
        fixture.items[2].data = [UInt8](repeating: 1, count: 2 << 20)
        let decoder = PaintedImages()
        let error = #expect(throws: ImagingError.self) { try render(fixture, RenderRequest(), decoder) }
        if case .tooLarge? = error {} else { Issue.record("\(String(describing: error))") }
        #expect(decoder.decodedCount == 1)
    }

    @Test("are counted together where images are laid over one another in several levels")
    func levels() throws {
        let size = PixelSize(width: 100, height: 100)
        func fixture(levels: Int) -> HEIFFixture {
            // White, and one layer in its top left corner.
            let side = HEIFFixture.big(100, 2)
            let head: [UInt8] = [0, 0, 255, 255, 255, 255, 255, 255, 255, 255]
            let data: [UInt8] = head + side + side + [0, 0, 0, 0]
            var file = HEIFFixture.image(100, 100)
            file.items = (1...levels).map { HEIFFixture.Item(id: $0, type: "iovl", size: size, data: data) }
            file.items.append(HEIFFixture.Item(id: levels + 1, type: "hvc1", size: size, data: [7]))
            for level in 1...levels { file.references.append(("dimg", level, [level + 1])) }
            return file
        }
        #expect(try render(fixture(levels: 3)).pixel(50, 50) == [7, 7, 7, 255])
        // The canvas of one level, and what it is made with.
        let limits = ImageLimits(maxPixels: 1 << 30, maxFileBytes: 1 << 20, maxMemoryBytes: 24 * size.pixelCount)
        #expect(try render(fixture(levels: 1), limits: limits).size == size)
        let error = #expect(throws: ImagingError.self) { try render(fixture(levels: 3), limits: limits) }
        if case .tooLarge? = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test("of very many small units take no more memory than their bytes")
    func manyUnits() async {
        await #expect(processExitsWith: .success) {
            // Units of one byte, each with its length, that say that they are parameter sets.
            let count = 400_000
            var data = [UInt8](repeating: 0, count: 5 * count)
            for unit in 0..<count { (data[5 * unit + 3], data[5 * unit + 4]) = (1, 33 << 1) }
            var fixture = HEIFFixture.image(1000, 1000)
            fixture.items[0].data = data
            let source = fixture.source
            let before = try resetPeak()
            let file = try HEIFFile(source)
            let image = try file.render(RenderRequest(), PaintedImages(), limits: .standard, cancellation: .never)
                .buffer
            #expect(image.size == PixelSize(width: 1000, height: 1000))
            let used = try peak() - before
            #expect(used < 24 << 20, "\(used >> 10) KiB")
        }
    }

    @Test("of a thumbnail are not decoded after the time is up, or the request is cancelled")
    func timeOfThumbnail() throws {
        var fixture = HEIFFixture.image(400, 300)
        fixture.items.append(.init(id: 2, type: "hvc1", size: PixelSize(width: 40, height: 30), data: [9]))
        fixture.references = [("thmb", 2, [1])]
        let decoder = PaintedImages()
        var limits = ImageLimits.standard
        let found = try HEIFFile(fixture.source).thumbnail(decoder, limits: limits)
        #expect(found?.size == PixelSize(width: 40, height: 30) && decoder.decodedCount == 1)
        let given = Cancellation { .cancelled }
        #expect(try HEIFFile(fixture.source).thumbnail(decoder, limits: limits, cancellation: given) == nil)
        limits.maxSeconds = 0
        #expect(try HEIFFile(fixture.source).thumbnail(decoder, limits: limits) == nil)
        #expect(decoder.decodedCount == 1)
    }

    @Test("that a crop does not need are not decoded")
    func crop() throws {
        let decoder = PaintedImages()
        let request = RenderRequest(crop: PixelRect(x: 10, y: 80, width: 20, height: 10))
        let image = try render(Self.grid(), request, decoder)
        #expect(image.size == PixelSize(width: 20, height: 10) && image.pixel(5, 5) == [3])
        #expect(decoder.decodedCount == 1)
    }

    @Test("are shrunk before they are put together where the result is small")
    func shrunk() throws {
        let fixture = HEIFFixture.grid(columns: 8, rows: 8, size: PixelSize(width: 512, height: 512))
        let image = try render(fixture, RenderRequest(targetSize: PixelSize(width: 64, height: 64)))
        #expect(image.size == PixelSize(width: 64, height: 64))
        #expect(image.pixel(4, 4) == [0] && image.pixel(60, 60) == [63])
    }

    @Test("are decoded by several threads at once, and by no more than are allowed")
    func together() async throws {
        // The first tile is decoded alone; the others wait for each other in pairs.
        let rendezvous = Meeting(size: 2)
        let fixture = HEIFFixture.grid(columns: 5, rows: 1, size: PixelSize(width: 320, height: 64))
        let decoder = PaintedImages { (image) throws(ImagingError) in
            if image.data[0] > 0, !rendezvous.wait() { throw .corrupt("the other thread did not come") }
        }
        let image = try await onThread { try self.render(fixture, decoder, threads: 2) }
        #expect(image.pixel(319, 0) == [4] && decoder.decodedCount == 5)
        #expect(rendezvous.most == 2)
    }

    private func render(_ fixture: HEIFFixture, _ decoder: PaintedImages, threads: Int) throws -> PixelBuffer {
        try render(fixture, RenderRequest(), decoder, threads: threads)
    }

    @Test("are left as they are when the request is cancelled")
    func cancelled() {
        let decoder = PaintedImages()
        #expect(throws: ImagingError.cancelled) {
            let cancellation = Cancellation { decoder.decodedCount >= 2 ? .cancelled : nil }
            return try render(Self.grid(), RenderRequest(), decoder, cancellation: cancellation)
        }
        #expect(decoder.decodedCount == 2)
    }

    @Test("that are missing, or too small, are an error before any is decoded")
    func missing() {
        var few = Self.grid()
        few.references[0].to.removeLast()
        var small = Self.grid()
        for index in 1..<small.items.count { small.items[index].size = PixelSize(width: 32, height: 64) }
        for fixture in [few, small] {
            let decoder = PaintedImages()
            let error = #expect(throws: ImagingError.self) { try render(fixture, RenderRequest(), decoder) }
            guard case .corrupt = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(decoder.decodedCount == 0)
        }
    }

    @Test("are not decoded when pixels or memory go beyond the limits")
    func limits() {
        let tight = [
            ImageLimits(maxPixels: 16_999, maxFileBytes: 1 << 20, maxMemoryBytes: 1 << 30),
            ImageLimits(maxPixels: 1 << 30, maxFileBytes: 1 << 20, maxMemoryBytes: 60_000),
            ImageLimits(maxPixels: 1 << 30, maxFileBytes: 100, maxMemoryBytes: 1 << 30),
        ]
        for limits in tight {
            let decoder = PaintedImages()
            let error = #expect(throws: ImagingError.self) {
                try render(Self.grid(), RenderRequest(), decoder, limits: limits)
            }
            guard case .tooLarge = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(decoder.decodedCount == 0)
        }
    }

    @Test("are not decoded when they are said to be much larger than the image", arguments: [0x7FFF_00C8, 40_000])
    func huge(height: Int) {
        var fixture = Self.grid()
        for index in 1..<fixture.items.count {
            fixture.items[index].size = PixelSize(width: 0xFFFF_FFFF, height: height)
        }
        let decoder = PaintedImages()
        let error = #expect(throws: ImagingError.self) { try render(fixture, RenderRequest(), decoder) }
        guard case .tooLarge = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(decoder.decodedCount == 0)
    }

    @Test("are no way around the limits for a thumbnail with alpha of which a small part is shown")
    func hugeThumbnail() {
        var fixture = HEIFFixture.image(640, 480)
        let alpha = HEIFFixture.fullBox("auxC", Array("urn:mpeg:hevc:2015:auxid:1\0".utf8))
        fixture.items += [
            .init(
                id: 2, type: "hvc1", size: PixelSize(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF),
                properties: [HEIFFixture.cleanAperture(320, 240, right: 1, down: 1)]),
            .init(id: 3, type: "hvc1", size: PixelSize(width: 320, height: 240), properties: [alpha]),
        ]
        fixture.references += [("thmb", 2, [1]), ("auxl", 3, [2])]
        let decoder = PaintedImages()
        let error = #expect(throws: ImagingError.self) {
            try render(fixture, RenderRequest(targetSize: PixelSize(width: 100, height: 100)), decoder)
        }
        guard case .tooLarge = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(decoder.decodedCount == 0)
    }

    @Test("are passed over where the thumbnail has pixels enough")
    func thumbnail() throws {
        var fixture = Self.grid()
        fixture.items.append(.init(id: 20, type: "hvc1", size: PixelSize(width: 85, height: 50), data: [200]))
        fixture.references.append(("thmb", 20, [1]))
        let small = RenderRequest(targetSize: PixelSize(width: 51, height: 51))
        #expect(try render(fixture, small).pixel(5, 5) == [200])
        let large = RenderRequest(targetSize: PixelSize(width: 102, height: 102))
        #expect(try render(fixture, large).pixel(5, 5) == [0])
        // Nearly enough for a size that need not be exact; but the size is what it is for others.
        let cell = PixelSize(width: 57, height: 57)
        for (mode, sample) in [(ResizeMode.fast, UInt8(200)), (.exact, 0), (.none, 0)] {
            let found = try render(
                fixture, RenderRequest(targetSize: cell, contentMode: .aspectFill, resizeMode: mode))
            #expect(found.pixel(3, 3) == [sample] && found.size.width >= cell.width, "\(mode)")
        }
        #expect(try render(fixture, RenderRequest(targetSize: cell, contentMode: .aspectFill)).size == cell)
        let larger = RenderRequest(targetSize: PixelSize(width: 58, height: 58), contentMode: .aspectFill)
        #expect(try render(fixture, larger).pixel(3, 3) == [0])
        // Left over from before the image was cut.
        fixture.items[fixture.items.count - 1].size = PixelSize(width: 85, height: 85)
        #expect(try render(fixture, small).pixel(5, 5) == [0])
    }
}

/// Lets callers go on when so many are there.
private final class Meeting: Sendable {
    private struct State {
        var waiting = 0
        var round = 0
        var most = 0
    }

    private let size: Int
    private let state = Mutex(State())

    init(size: Int) { self.size = size }

    /// The most that were there at once.
    var most: Int { state.withLock { $0.most } }

    /// False when the other thread did not come for a minute.
    func wait() -> Bool {
        let round = state.withLock { state in
            state.waiting += 1
            state.most = max(state.most, state.waiting)
            defer {
                if state.waiting == size { (state.waiting, state.round) = (0, state.round + 1) }
            }
            return state.round
        }
        let end = ContinuousClock.now + .seconds(60)
        while state.withLock({ $0.round }) == round {
            if ContinuousClock.now > end { return false }
        }
        return true
    }
}
