import Imaging
import PhotoModel
import Testing

@Suite("Where the pixels of a HEIF file come to")
struct HEIFPlacingTests {
    private static let size = PixelSize(width: 170, height: 100)

    private static func grid(_ properties: [[UInt8]] = []) -> HEIFFixture {
        var fixture = HEIFFixture.grid(columns: 3, rows: 2, size: size)
        fixture.items[0].properties = properties
        return fixture
    }

    private func render(
        _ fixture: HEIFFixture, _ request: RenderRequest, _ decoder: any CodedImageDecoding
    ) throws -> PixelBuffer {
        try HEIFFile(fixture.source).render(
            request, decoder, limits: .standard, threads: DecodingThreads(limit: 1), cancellation: .never
        ).buffer
    }

    private static let turns: [(properties: [[UInt8]], orientation: Orientation)] = [
        ([], .upright), ([HEIFFixture.mirror(1)], .mirrored), ([HEIFFixture.rotation(2)], .rotated180),
        ([HEIFFixture.mirror(0)], .flipped), ([HEIFFixture.rotation(3)], .rotated90),
        ([HEIFFixture.rotation(1)], .rotated270), ([HEIFFixture.mirror(1), HEIFFixture.rotation(1)], .transposed),
        ([HEIFFixture.rotation(1), HEIFFixture.mirror(1)], .transversed),
    ]

    @Test("is the same for any crop of tiles, however they are turned", arguments: turns)
    func crops(properties: [[UInt8]], orientation: Orientation) throws {
        let upright = orientation.apply(to: Self.size)
        let right = upright.width - 21
        let bottom = upright.height - 13
        let crops = [
            PixelRect(covering: upright), PixelRect(x: 60, y: 50, width: 9, height: 30),
            PixelRect(x: right, y: bottom, width: 21, height: 13), PixelRect(x: 1, y: 63, width: 1, height: 2),
        ]
        for crop in crops {
            let image = try render(Self.grid(properties), RenderRequest(crop: crop), PlacedImages(columns: 3))
            #expect(image.size == crop.size && image.format == .gray8)
            let wrong = (0..<crop.size.pixelCount).first { number in
                let (x, y) = (number % crop.width, number / crop.width)
                let pixel = PixelRect(x: crop.x + x, y: crop.y + y, width: 1, height: 1)
                let stored = orientation.storedRect(of: pixel, in: upright)
                return image.pixel(x, y) != [PlacedImages.sample(stored.x, stored.y)]
            }
            #expect(wrong == nil, "\(crop)")
        }
    }

    @Test("is the part that the file shows, and a crop of that")
    func part() throws {
        // 100 × 60 pixels, of which the first is at 45, 30.
        let cut = HEIFFixture.cleanAperture(100, 60, right: 20, down: 20)
        let fixture = Self.grid([cut, HEIFFixture.rotation(2)])
        let whole = try render(fixture, RenderRequest(), PlacedImages(columns: 3))
        #expect(whole.size == PixelSize(width: 100, height: 60))
        for (x, y) in [(0, 0), (99, 59), (30, 7)] {
            #expect(whole.pixel(x, y) == [PlacedImages.sample(144 - x, 89 - y)], "\(x), \(y)")
        }
        let crop = PixelRect(x: 30, y: 7, width: 5, height: 4)
        let image = try render(fixture, RenderRequest(crop: crop), PlacedImages(columns: 3))
        #expect(image.size == crop.size && image.pixel(0, 0) == whole.pixel(30, 7))
        #expect(image.pixel(4, 3) == whole.pixel(34, 10))
    }

    /// Each sample is half of its column's, or of its row's, number: the mean of sixteen is known.
    @Test("is where it was when tiles are shrunk one by one", arguments: [true, false])
    func shrunk(isAcross: Bool) throws {
        let fixture = HEIFFixture.grid(columns: 8, rows: 8, size: PixelSize(width: 512, height: 512))
        let decoder = PlacedImages(columns: 8) { x, y in UInt8((isAcross ? x : y) / 2) }
        let image = try render(fixture, RenderRequest(targetSize: PixelSize(width: 32, height: 32)), decoder)
        #expect(image.size == PixelSize(width: 32, height: 32))
        // Near the edges the filter has less to go by.
        for place in 3..<29 {
            let sample = isAcross ? image.pixel(place, 31 - place)[0] : image.pixel(31 - place, place)[0]
            #expect(abs(Double(sample) - (8 * Double(place) + 3.5)) <= 1.5, "\(place)")
        }
    }

    /// Eight by six pixels, on which three images of four by three are laid; the last one is on top.
    private func overlay(isWide: Bool) -> HEIFFixture {
        let width = isWide ? 4 : 2
        let colors = [0x1000, 0x2000, 0x3000, 0xFFFF].flatMap { HEIFFixture.big($0, 2) }
        let places = [8, 6, -2, -1, 6, 4, 1, 1].flatMap { HEIFFixture.big($0, width) }
        let small = PixelSize(width: 4, height: 3)
        let samples: [(id: Int, sample: UInt8)] = [(2, 50), (3, 90), (4, 130)]
        let main = HEIFFixture.Item(
            id: 1, type: "iovl", size: PixelSize(width: 8, height: 6), data: [0, isWide ? 1 : 0] + colors + places)
        return HEIFFixture(
            items: [main] + samples.map { HEIFFixture.Item(id: $0.id, type: "hvc1", size: small, data: [$0.sample]) },
            references: [("dimg", 1, [2, 3, 4])])
    }

    @Test("is on a canvas where each image is laid, as far as it is inside", arguments: [false, true])
    func layers(isWide: Bool) throws {
        let image = try render(overlay(isWide: isWide), RenderRequest(), PaintedImages())
        #expect(image.size == PixelSize(width: 8, height: 6) && image.format == .rgba8)
        func column(_ x: Int) -> [UInt8] { (0..<6).map { image.pixel(x, $0)[0] } }
        #expect(column(0) == [50, 50, 16, 16, 16, 16] && column(1) == [50, 130, 130, 130, 16, 16])
        #expect(column(2) == [16, 130, 130, 130, 16, 16] && column(4) == [16, 130, 130, 130, 16, 16])
        #expect(column(5) == [16, 16, 16, 16, 16, 16] && column(6) == [16, 16, 16, 16, 90, 90])
        #expect(image.pixel(7, 0) == [16, 32, 48, 255] && image.pixel(7, 5) == [90, 90, 90, 255])
    }

    @Test("shines through what is laid over it as far as that is transparent")
    func transparency() throws {
        var fixture = overlay(isWide: false)
        let type = HEIFFixture.fullBox("auxC", Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8))
        let size = PixelSize(width: 4, height: 3)
        fixture.items.append(.init(id: 5, type: "hvc1", size: size, data: [128], properties: [type]))
        fixture.references.append(("auxl", 5, [4]))
        let image = try render(fixture, RenderRequest(), PaintedImages())
        #expect(image.pixel(4, 3) == [73, 81, 89, 255] && image.pixel(5, 3) == [16, 32, 48, 255])
        #expect(image.pixel(1, 1) == [90, 90, 90, 255])
    }
}

/// Stands in for a codec: the samples of tiles of 64 pixels, whose data is their number, tell where in the image they are.
private struct PlacedImages: CodedImageDecoding {
    let columns: Int
    var sample: @Sendable (Int, Int) -> UInt8 = { PlacedImages.sample($0, $1) }

    /// Neighbours, and those of other tiles, differ.
    static func sample(_ x: Int, _ y: Int) -> UInt8 { UInt8((x * 7 + y * 31) & 255) }

    func decode(_ image: CodedImage) throws(ImagingError) -> DecodedImage {
        let size = image.size
        let (left, top) = (Int(image.data[0]) % columns * size.width, Int(image.data[0]) / columns * size.height)
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: size.pixelCount)
        for y in 0..<size.height {
            for x in 0..<size.width { (memory + y * size.width + x).initialize(to: sample(left + x, top + y)) }
        }
        nonisolated(unsafe) let owned = memory  // Freed once, when it is no longer read.
        let plane = DecodedImage.Plane(base: memory, stride: size.width, size: size)
        return DecodedImage(size: size, model: .gray, depth: 8, planes: [plane], codePoints: nil) {
            owned.deallocate()
        }
    }
}
