import Imaging
import Pixels
import Synchronization
import TestSupport
import Testing

@Suite("The tiles of a HEIF picture")
struct HEIFTileTests {
    private static let size = PixelSize(width: 170, height: 100)

    private func render(
        _ fixture: HEIFFixture, _ request: RenderRequest = RenderRequest(),
        _ decoder: PaintedPictures = PaintedPictures(),
        limits: ImageLimits = .standard, threads: Int = 1, isCancelled: () -> Bool = { false }
    ) throws(ImagingError) -> PixelBuffer {
        try HEIFFile(fixture.source).render(
            request, decoder, limits: limits, threads: DecodingThreads(limit: threads), isCancelled: isCancelled
        ).buffer
    }

    private static func grid() -> HEIFFixture { .grid(columns: 3, rows: 2, size: size) }

    @Test("lie where they belong, whoever decodes them", arguments: [1, 2, 4])
    func places(threads: Int) throws {
        let picture = try render(Self.grid(), threads: threads)
        #expect(picture.size == Self.size && picture.format == .gray8)
        for (x, y, tile) in [(0, 0, 0), (63, 63, 0), (64, 0, 1), (169, 63, 2), (0, 64, 3), (100, 99, 4), (169, 99, 5)] {
            #expect(picture.pixel(x, y) == [UInt8(tile)], "\(x), \(y)")
        }
    }

    @Test("that a crop does not need are not decoded")
    func crop() throws {
        let decoder = PaintedPictures()
        let request = RenderRequest(crop: PixelRect(x: 10, y: 80, width: 20, height: 10))
        let picture = try render(Self.grid(), request, decoder)
        #expect(picture.size == PixelSize(width: 20, height: 10) && picture.pixel(5, 5) == [3])
        #expect(decoder.decodedCount == 1)
    }

    @Test("are shrunk before they are put together where the result is small")
    func shrunk() throws {
        let fixture = HEIFFixture.grid(columns: 8, rows: 8, size: PixelSize(width: 512, height: 512))
        let picture = try render(fixture, RenderRequest(targetSize: PixelSize(width: 64, height: 64)))
        #expect(picture.size == PixelSize(width: 64, height: 64))
        #expect(picture.pixel(4, 4) == [0] && picture.pixel(60, 60) == [63])
    }

    @Test("are decoded by several threads at once, and by no more than are allowed")
    func together() async throws {
        // The first tile is decoded alone; the others wait for each other in pairs.
        let meeting = Meeting(size: 2)
        let fixture = HEIFFixture.grid(columns: 5, rows: 1, size: PixelSize(width: 320, height: 64))
        let decoder = PaintedPictures { (picture) throws(ImagingError) in
            if picture.data[0] > 0, !meeting.wait() { throw .corrupt("nobody came") }
        }
        let picture = try await onThread { try self.render(fixture, decoder, threads: 2) }
        #expect(picture.pixel(319, 0) == [4] && decoder.decodedCount == 5)
        #expect(meeting.most == 2)
    }

    private func render(_ fixture: HEIFFixture, _ decoder: PaintedPictures, threads: Int) throws -> PixelBuffer {
        try render(fixture, RenderRequest(), decoder, threads: threads)
    }

    @Test("are left as they are when nobody wants the picture any more")
    func cancelled() {
        let decoder = PaintedPictures()
        #expect(throws: ImagingError.cancelled) {
            try render(Self.grid(), RenderRequest(), decoder) { decoder.decodedCount >= 2 }
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
            let decoder = PaintedPictures()
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
            let decoder = PaintedPictures()
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

    @Test("are passed over where the thumbnail has pixels enough")
    func thumbnail() throws {
        var fixture = Self.grid()
        fixture.items.append(.init(id: 20, type: "hvc1", size: PixelSize(width: 85, height: 50), data: [200]))
        fixture.references.append(("thmb", 20, [1]))
        let small = RenderRequest(targetSize: PixelSize(width: 51, height: 51))
        #expect(try render(fixture, small).pixel(5, 5) == [200])
        let large = RenderRequest(targetSize: PixelSize(width: 102, height: 102))
        #expect(try render(fixture, large).pixel(5, 5) == [0])
        // Left over from before the picture was cut.
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

    /// False when nobody came for a minute.
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
