import Imaging
import PhotoModel
import Testing

@Suite("BMP in its forms")
struct BMPFormsTests {
    private func image(_ fixture: BMPFixture) throws -> PixelBuffer {
        try ImageDecoder().render(ImageSource(bytes: fixture.bytes), RenderRequest())
    }

    /// The pixels of an image, row by row.
    private func pixels(_ fixture: BMPFixture) throws -> [[UInt8]] { pixels(try image(fixture)) }

    private func pixels(_ image: PixelBuffer) -> [[UInt8]] {
        (0..<image.size.height).flatMap { y in (0..<image.size.width).map { image.pixel($0, y) } }
    }

    private func colors(_ indexes: [Int]) -> [[UInt8]] { indexes.map(BMPFixture.color) }

    @Test(
        "is shown by its palette, whatever the number of bits of an index",
        arguments: [
            (1, [0b1010_0000, 0b0100_0000, 0, 0], [1, 0, 1, 0, 0, 0, 0, 0, 0, 1]),
            (2, [0b0001_1011, 0b1100_0000, 0, 0], [0, 1, 2, 3, 3]), (4, [0x12, 0xF0, 0, 0], [1, 2, 15]),
            (8, [0, 255, 7, 0], [0, 255, 7]),
        ] as [(UInt8, [UInt8], [Int])])
    func indexed(bits: UInt8, row: [UInt8], indexes: [Int]) throws {
        let fixture = BMPFixture(
            width: Int32(indexes.count), height: 1, bits: bits, afterHeader: BMPFixture.palette(1 << Int(bits)),
            pixels: row)
        #expect(try pixels(fixture) == colors(indexes))
        let header = try ImageDecoder().header(of: ImageSource(bytes: fixture.bytes))
        #expect(header.colorComponents == 1 && header.bitsPerComponent == Int(bits) && !header.hasAlpha)
    }

    @Test("is black where an index is outside of its palette")
    func shortPalette() throws {
        let fixture = BMPFixture(
            width: 3, height: 1, bits: 4, usedColors: 3, afterHeader: BMPFixture.palette(3), pixels: [0x23, 0x10, 0, 0])
        #expect(try pixels(fixture) == [BMPFixture.color(2), [0, 0, 0], BMPFixture.color(1)])
    }

    @Test("of the first version has a short header, and a palette without gaps")
    func firstVersion() throws {
        let start: [UInt8] = Array("BM".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 32, 0, 0, 0, 12, 0, 0, 0]
        let header: [UInt8] = [2, 0, 2, 0, 1, 0, 1, 0, 10, 20, 30, 40, 50, 60]
        let rows: [UInt8] = [0b0100_0000, 0, 0, 0, 0b1000_0000, 0, 0, 0]
        let image = try ImageDecoder().render(ImageSource(bytes: start + header + rows), RenderRequest())
        #expect(pixels(image) == [[60, 50, 40], [30, 20, 10], [30, 20, 10], [60, 50, 40]])
    }

    @Test("of OS/2 has a header of 64 bytes, or only the first 16 of them")
    func ofOS2() throws {
        let long = BMPFixture(
            width: 2, height: 1, bits: 1, headerLength: 64,
            afterHeader: [UInt8](repeating: 0, count: 24) + BMPFixture.palette(2), pixels: [0b0100_0000, 0, 0, 0])
        #expect(try pixels(long) == colors([0, 1]))
        let start: [UInt8] = Array("BM".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 38, 0, 0, 0, 16, 0, 0, 0]
        let header: [UInt8] = [2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0] + BMPFixture.palette(2)
        let short = ImageSource(bytes: start + header + [0b1000_0000, 0, 0, 0])
        #expect(try pixels(ImageDecoder().render(short, RenderRequest())) == colors([1, 0]))
    }

    @Test("of more rows than are read at once has all of them in their order", arguments: [true, false])
    func manyRows(isTopDown: Bool) throws {
        let count = 140_000
        let rows = (0..<count).flatMap { BMPFixture.little(Int32($0)) }
        let fixture = BMPFixture(width: 1, height: Int32(isTopDown ? -count : count), bits: 24, pixels: rows)
        let image = try image(fixture)
        let wrong = (0..<count).first { y in
            let number = isTopDown ? y : count - 1 - y
            let color = [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
            return image.pixel(0, y) != color
        }
        #expect(image.size == PixelSize(width: 1, height: count) && wrong == nil)
    }

    private static let parts = [
        PixelRect(x: 0, y: 0, width: 5, height: 4), PixelRect(x: 1, y: 1, width: 3, height: 2),
        PixelRect(x: 4, y: 3, width: 1, height: 1), PixelRect(x: 0, y: 0, width: 2, height: 1),
    ]

    @Test("shows any part of itself, whichever row comes first, and of runs", arguments: [4, -4] as [Int32], parts)
    func crops(height: Int32, part: PixelRect) throws {
        func index(_ x: Int, _ y: Int) -> Int { y * 5 + x }
        let palette = BMPFixture.palette(256)
        var plain = BMPFixture(width: 5, height: height, bits: 24)
        var indexed = BMPFixture(width: 5, height: height, bits: 8, afterHeader: palette)
        var runs = BMPFixture(width: 5, height: height, bits: 8, compression: 1, afterHeader: palette)
        for row in 0..<4 {
            let indexes = (0..<5).map { index($0, height < 0 ? row : 3 - row) }
            for index in indexes { plain.pixels += BMPFixture.color(index).reversed() }
            let bytes = indexes.map { UInt8($0) }
            plain.pixels += [0]
            indexed.pixels += bytes + [0, 0, 0]
            // As they are, with a byte that fills up, and the end of the row.
            runs.pixels += [0, 5] + bytes + [0, 0, 0]
        }
        // Runs always begin at the bottom.
        for file in height < 0 ? [plain, indexed] : [plain, indexed, runs] {
            let image = try ImageDecoder().render(ImageSource(bytes: file.bytes), RenderRequest(crop: part))
            let expected = (0..<part.height).flatMap { y in (0..<part.width).map { index(part.x + $0, part.y + y) } }
            #expect(image.size == part.size && pixels(image) == colors(expected), "\(file.bits), \(file.compression)")
        }
    }

    @Test("of 16 bits has five for each colour, or as many as its masks say")
    func sixteenBits() throws {
        let plain: [UInt8] = [0x00, 0x7C, 0xE0, 0x03, 0x1F, 0x00, 0x10, 0x42]
        let expected: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [132, 132, 132]]
        #expect(try pixels(BMPFixture(width: 4, height: 1, bits: 16, pixels: plain)) == expected)
        let masks = [0xF800, 0x07E0, 0x001F].flatMap { BMPFixture.little($0) }
        let masked = BMPFixture(
            width: 4, height: 1, bits: 16, compression: 3, afterHeader: masks,
            pixels: [0x00, 0xF8, 0xE0, 0x07, 0x1F, 0x00, 0x10, 0x84])
        #expect(try pixels(masked) == Array(expected.prefix(3)) + [[132, 130, 132]])
    }

    @Test(
        "of 32 bits is transparent only where its header has a mask for that",
        arguments: [
            (0, 40, [], false), (3, 56, [0, 0, 0, 0xFF], true), (3, 56, [0, 0, 0, 0], false), (3, 52, [], false),
            (6, 40, [0, 0, 0, 0xFF], true),
        ] as [(UInt8, UInt8, [UInt8], Bool)])
    func thirtyTwoBits(compression: UInt8, headerLength: UInt8, alpha: [UInt8], hasAlpha: Bool) throws {
        let masks: [UInt8] = [0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0]
        let fixture = BMPFixture(
            width: 1, height: 1, bits: 32, compression: compression, headerLength: headerLength,
            afterHeader: compression == 0 ? [] : masks + alpha, pixels: [1, 2, 3, 99])
        #expect(try pixels(fixture) == [hasAlpha ? [3, 2, 1, 99] : [3, 2, 1]])
        let header = try ImageDecoder().header(of: ImageSource(bytes: fixture.bytes))
        #expect(header.hasAlpha == hasAlpha && header.colorComponents == (hasAlpha ? 4 : 3))
    }

    @Test("is opaque where it has a mask for alpha, and no pixel has any, as programs write that do not know of it")
    func alphaOfNone() throws {
        let masks = [0xFF_0000, 0xFF00, 0xFF, -0x100_0000].flatMap { BMPFixture.little($0) }
        let rest = masks + [UInt8](repeating: 0, count: 52)
        let none: [UInt8] = [1, 2, 3, 0, 4, 5, 6, 0]
        for (last, expected) in [(0, [255, 255]), (1, [0, 1])] as [(UInt8, [UInt8])] {
            // What follows the pixels, such as a profile, is none of them.
            let fixture = BMPFixture(
                width: 2, height: 1, bits: 32, compression: 3, headerLength: 108, afterHeader: rest,
                pixels: none.dropLast() + [last, 9, 9, 9, 9])
            #expect(try pixels(fixture).map { $0[3] } == expected)
            if last == 0 { #expect(try pixels(fixture) == [[3, 2, 1, 255], [6, 5, 4, 255]]) }
        }
        // Of 16 bits, with a row that lacks its padding.
        let small = [0x7C00, 0x3E0, 0x1F, 0x8000].flatMap { BMPFixture.little($0) }
        for (last, expected) in [(0x7C, [255, 255, 255]), (0xFC, [0, 0, 255])] as [(UInt8, [UInt8])] {
            let fixture = BMPFixture(
                width: 3, height: 1, bits: 16, compression: 3, headerLength: 56, afterHeader: small,
                pixels: [0x1F, 0, 0x1F, 0, 0, last])
            #expect(try pixels(fixture).map { $0[3] } == expected)
        }
    }

    @Test(
        "of runs is shown as their commands say",
        arguments: [
            // The end of a row, pixels with their padding, and a run that is longer than its row.
            (
                8, 4, 3, [3, 1, 1, 2, 0, 0, 0, 3, 1, 2, 3, 0, 0, 0, 9, 3, 0, 1],
                [3, 3, 3, 3, 1, 2, 3, 0, 1, 1, 1, 2]
            ),
            // A step to the right and up.
            (8, 3, 2, [1, 1, 0, 2, 1, 1, 1, 2, 0, 1], [0, 0, 2, 1, 0, 0]),
            // The end of the image, and that of the file.
            (8, 2, 2, [1, 1, 0, 1, 1, 2], [0, 0, 1, 0]), (8, 2, 2, [2, 1, 0, 0, 1], [0, 0, 1, 1]),
            (8, 4, 1, [0, 3, 1, 2], [1, 2, 0, 0]), (8, 1, 1, [1, 2, 0, 0, 1, 3], [2]),
            (4, 5, 2, [5, 0x12, 0, 0, 0, 5, 0x34, 0x56, 0x70, 0, 0, 1], [3, 4, 5, 6, 7, 1, 2, 1, 2, 1]),
            (4, 5, 1, [0, 3, 0x34, 0x50, 2, 0x66, 0, 1], [3, 4, 5, 6, 6]),
        ] as [(UInt8, Int32, Int32, [UInt8], [Int])])
    func runs(bits: UInt8, width: Int32, height: Int32, commands: [UInt8], indexes: [Int]) throws {
        let fixture = BMPFixture(
            width: width, height: height, bits: bits, compression: bits == 8 ? 1 : 2, usedColors: 8,
            afterHeader: BMPFixture.palette(8), pixels: commands)
        #expect(try pixels(fixture) == colors(indexes))
    }

    @Test("that is cut off lacks the rows that would come last in the file", arguments: [true, false])
    func cutOff(isTopDown: Bool) throws {
        let rows: [UInt8] = [1, 2, 3, 0, 4, 5, 6, 0]
        let fixture = BMPFixture(width: 1, height: isTopDown ? -3 : 3, bits: 24, pixels: rows)
        let result = try ImageDecoder().renderWithDiagnostics(ImageSource(bytes: fixture.bytes), RenderRequest())
        let gray: [UInt8] = [128, 128, 128]
        #expect(
            pixels(result.buffer) == (isTopDown ? [[3, 2, 1], [6, 5, 4], gray] : [gray, [6, 5, 4], [3, 2, 1]]))
        #expect(result.diagnostics.isIncomplete && result.diagnostics.completeRows == 2)
    }

    @Test(
        "is damaged, or of an unknown kind, where its header is",
        arguments: [
            (BMPFixture(width: 1, height: 1, bits: 3), .corruptMedia),
            (BMPFixture(width: 0, height: 1, bits: 24), .corruptMedia),
            (BMPFixture(width: -1, height: 1, bits: 24), .corruptMedia),
            (BMPFixture(width: 1, height: 0, bits: 24), .corruptMedia),
            (BMPFixture(width: 1, height: 1, bits: 8), .corruptMedia),
            (BMPFixture(width: 1, height: 1, bits: 24, headerLength: 56), .corruptMedia),
            (BMPFixture(width: 1, height: 1, bits: 8, compression: 4), .unsupportedFormat),
            (BMPFixture(width: 1, height: 1, bits: 4, compression: 1), .unsupportedFormat),
            (BMPFixture(width: 1, height: 1, bits: 8, compression: 2), .unsupportedFormat),
            (BMPFixture(width: 1, height: 1, bits: 24, compression: 3), .unsupportedFormat),
            (BMPFixture(width: 1, height: 1, bits: 24, headerLength: 41), .unsupportedFormat),
        ] as [(BMPFixture, PhotoStatus)])
    func refused(fixture: BMPFixture, status: PhotoStatus) {
        let error = #expect(throws: ImagingError.self) {
            try ImageDecoder().header(of: ImageSource(bytes: fixture.bytes))
        }
        #expect(error?.status == status)
    }

    @Test(
        "has a colour profile where the longest header has one of a length that is allowed",
        arguments: [
            (0x4D42_4544, 4, true), (0x4D42_4544, 0, false), (0x4D42_4544, 8_388_608, true),
            (0x4D42_4544, 8_388_609, false), (0x4C49_4E4B, 4, false),
        ] as [(Int32, Int32, Bool)])
    func profiles(kind: Int32, length: Int32, hasProfile: Bool) throws {
        var rest = [UInt8](repeating: 0, count: 84)
        rest.replaceSubrange(16..<20, with: BMPFixture.little(kind))
        rest.replaceSubrange(72..<80, with: BMPFixture.little(124) + BMPFixture.little(length))
        let fixture = BMPFixture(width: 1, height: 1, bits: 24, headerLength: 124, afterHeader: rest)
        let header = try ImageDecoder().header(of: ImageSource(bytes: fixture.bytes))
        #expect(header.hasColorProfile == hasProfile)
    }
}
