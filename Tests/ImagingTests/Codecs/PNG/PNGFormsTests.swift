import Imaging
import PhotoModel
import Testing

/// What the files of PngSuite are about, with samples whose meaning was written down by hand.
@Suite("Every kind of PNG")
struct PNGFormsTests {
    private static let depths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
    /// Colour type, bits, interlaced.
    private static let forms = depths.keys.sorted().flatMap { type in
        depths[type, default: []].flatMap { bits in [false, true].map { (type, bits, $0) } }
    }
    private static let size = PixelSize(width: 11, height: 9)

    private static func fixture(_ type: Int, _ bits: Int, _ isInterlaced: Bool) -> PNGFixture {
        let count = 1 << bits
        var file = PNGFixture(
            width: size.width, height: size.height, bitDepth: bits, colorType: type, isInterlaced: isInterlaced)
        file.samples = { x, y in
            let values = [x * 37 + y * 11, x * 5 + y * 91, x * y * 13, 255 - x * 7]
            let used = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][type]!
            // Both bytes of wide samples matter: a reader that takes the wrong one is found out.
            return values.prefix(used).map { bits == 16 ? $0 % 256 * 256 + 255 - $0 % 256 : $0 % count }
        }
        if type == 3 { file.chunks = [("PLTE", (0..<min(count, 256)).flatMap(paletteColor))] }
        return file
    }

    private static func paletteColor(_ index: Int) -> [UInt8] {
        [UInt8(index), UInt8(255 - index), UInt8(index * 3 % 256)]
    }

    /// What one pixel must come out as.
    private static func expected(_ file: PNGFixture, _ x: Int, _ y: Int) -> [UInt8] {
        let samples = file.samples(x, y)
        if file.colorType == 3 { return paletteColor(samples[0]) }
        let largest = (1 << file.bitDepth) - 1
        let bytes = samples.map { UInt8(($0 * 255 + largest / 2) / largest) }
        return file.colorType == 4 ? [bytes[0], bytes[0], bytes[0], bytes[1]] : bytes
    }

    private func render(_ file: PNGFixture) throws -> PixelBuffer {
        try ImageDecoder().render(ImageSource(bytes: file.bytes), RenderRequest())
    }

    @Test("comes out sample by sample", arguments: forms)
    func samples(type: Int, bits: Int, isInterlaced: Bool) throws {
        let file = Self.fixture(type, bits, isInterlaced)
        let image = try render(file)
        #expect(image.size == Self.size)
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width {
                let expected = Self.expected(file, x, y)
                let found = image.pixel(x, y)
                #expect(found == expected, "\(x) \(y)")
            }
        }
    }

    @Test("has transparency where one colour is named transparent", arguments: forms.filter { $0.0 < 3 })
    func transparentColor(type: Int, bits: Int, isInterlaced: Bool) throws {
        var file = Self.fixture(type, bits, isInterlaced)
        let named = file.samples(3, 2)
        file.chunks.append(("tRNS", named.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }))
        let image = try render(file)
        #expect(image.format == .rgba8)
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width {
                #expect(image.pixel(x, y)[3] == (file.samples(x, y) == named ? 0 : 255), "\(x) \(y)")
            }
        }
    }

    @Test("has the alpha of its palette's entries, where there are any", arguments: [1, 2, 4, 8], [false, true])
    func paletteAlpha(bits: Int, isInterlaced: Bool) throws {
        var file = Self.fixture(3, bits, isInterlaced)
        file.chunks.append(("tRNS", [17, 200]))
        let image = try render(file)
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width {
                let index = file.samples(x, y)[0]
                #expect(image.pixel(x, y)[3] == (index < 2 ? [17, 200][index] : 255))
            }
        }
    }

    /// PngSuite's s01 to s40, interlaced or not.
    @Test("may have any small size", arguments: Array(1...9) + [32, 33, 34, 35, 36, 37, 38, 39, 40], [false, true])
    func sizes(side: Int, isInterlaced: Bool) throws {
        for (width, height) in [(side, side), (1, side), (side, 1)] {
            var file = PNGFixture(width: width, height: height, bitDepth: 2, colorType: 0, isInterlaced: isInterlaced)
            file.samples = { x, y in [(x + y * 3) % 4] }
            let image = try render(file)
            #expect(image.size == PixelSize(width: width, height: height))
            for y in 0..<height {
                for x in 0..<width { #expect(image.pixel(x, y) == [UInt8((x + y * 3) % 4 * 85)]) }
            }
        }
    }

    /// PngSuite's files that begin with x, and more of the kind.
    @Test("that does not exist, or is broken, is refused with a reason")
    func broken() throws {
        let good = Self.fixture(2, 8, false).bytes
        var files: [[UInt8]] = []
        for (index, value) in [(0, 0x88), (1, 0x70), (24, 99), (24, 3), (25, 1), (25, 9), (29, 1)] as [(Int, UInt8)] {
            var bytes = good
            bytes[index] = value  // The signature, the depth, the colour type, the header's checksum.
            files.append(bytes)
        }
        for (width, height) in [(0, 5), (5, 0), (1 << 31, 1)] {
            var bytes = good
            bytes.replaceSubrange(8..<33, with: Self.header(width, height))
            files.append(bytes)
        }
        var withoutPixels = PNGFixture().bytes
        withoutPixels.replaceSubrange(33..., with: PNGFixture.chunk("IEND", []))
        var withoutPalette = Self.fixture(3, 8, false)
        withoutPalette.chunks = []
        for bytes in files + [withoutPixels, withoutPalette.bytes] {
            let error = #expect(throws: ImagingError.self) {
                try ImageDecoder().render(ImageSource(bytes: bytes), RenderRequest())
            }
            switch error {
            case .corrupt, .unsupportedFormat: break
            default: Issue.record("\(String(describing: error))")
            }
        }
    }

    private static func header(_ width: Int, _ height: Int) -> [UInt8] {
        PNGFixture.chunk("IHDR", PNGFixture.big(width) + PNGFixture.big(height) + [8, 2, 0, 0, 0])
    }
}
