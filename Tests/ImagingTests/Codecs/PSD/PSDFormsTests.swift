import PhotoModel
import Testing

@testable import Imaging

@Suite("PSD in its forms")
struct PSDFormsTests {
    /// The pixels of the merged image, row by row.
    private func pixels(_ fixture: PSDFixture) throws -> [[UInt8]] {
        let image = try ImageDecoder().render(ImageSource(bytes: fixture.bytes), RenderRequest())
        return (0..<image.size.height).flatMap { y in (0..<image.size.width).map { image.pixel($0, y) } }
    }

    private func failure(_ fixture: PSDFixture) -> PhotoStatus? {
        do throws(ImagingError) {
            _ = try ImageDecoder().render(ImageSource(bytes: fixture.bytes), RenderRequest())
            return nil
        } catch {
            return error.status
        }
    }

    @Test("of one bit is black where it is set")
    func bitmap() throws {
        let fixture = PSDFixture(
            channels: 1, width: 10, height: 1, depth: 1, mode: PSDFixture.bitmap,
            image: [0, 0, 0b1010_0000, 0b0100_0000])
        #expect(try pixels(fixture).map { $0[0] } == [0, 255, 0, 255, 255, 255, 255, 255, 255, 0])
    }

    @Test("of gray has 8 or 16 bits, which are rounded, and is the same as one of two inks")
    func gray() throws {
        for mode in [PSDFixture.gray, PSDFixture.duotone] {
            let narrow = PSDFixture(channels: 1, width: 3, height: 1, mode: mode, image: [0, 0, 0, 77, 255])
            #expect(try pixels(narrow) == [[0], [77], [255]])
            let wide = PSDFixture(
                channels: 1, width: 4, height: 1, depth: 16, mode: mode,
                image: [0, 0, 0, 0, 0x80, 0, 0xFF, 0xFF, 0x01, 0])
            #expect(try pixels(wide) == [[0], [128], [255], [1]])
        }
    }

    @Test("of indexes has the reds of its palette first, then the greens, then the blues")
    func indexed() throws {
        let palette = (0..<768).map { UInt8(truncatingIfNeeded: $0 * 7) }
        var fixture = PSDFixture(
            channels: 1, width: 2, height: 1, mode: PSDFixture.indexed, colors: palette, image: [0, 0, 2, 255])
        #expect(
            try pixels(fixture)
                == [[palette[2], palette[258], palette[514]], [palette[255], palette[511], palette[767]]])
        fixture.colors.removeLast()
        #expect(failure(fixture) == .corruptMedia)
    }

    @Test("has its channels one after the other, and those after the colours are passed over")
    func channels() throws {
        let image: [UInt8] = [0, 0, 1, 2, 3, 4, 11, 12, 13, 14, 21, 22, 23, 24]
        let fixture = PSDFixture(channels: 3, width: 2, height: 2, mode: PSDFixture.rgb, image: image)
        let expected: [[UInt8]] = [[1, 11, 21], [2, 12, 22], [3, 13, 23], [4, 14, 24]]
        #expect(try pixels(fixture) == expected)
        var more = fixture
        more.channels = 4
        more.image += [99, 99, 99, 99]
        #expect(try pixels(more) == expected)
        more.channels = 2
        #expect(failure(more) == .corruptMedia)
    }

    @Test("has packed rows whose lengths are those of all channels, in both forms", arguments: [1, 2] as [UInt8])
    func packed(version: UInt8) throws {
        let rows: [[UInt8]] = [[0xFE, 9], [2, 1, 2, 3], [0x80, 0, 5, 0xFF, 6], [0xFE, 0]]
        let lengths = rows.flatMap { PSDFixture.big($0.count, version == 2 ? 4 : 2) }
        let fixture = PSDFixture(
            version: version, channels: 4, width: 3, height: 1, mode: PSDFixture.rgb,
            image: [0, 1] + lengths + rows.flatMap(\.self))
        #expect(try pixels(fixture) == [[9, 1, 5], [9, 2, 6], [9, 3, 6]])
    }

    private static let parts = [
        PixelRect(x: 0, y: 0, width: 5, height: 6), PixelRect(x: 1, y: 2, width: 3, height: 3),
        PixelRect(x: 4, y: 5, width: 1, height: 1), PixelRect(x: 0, y: 3, width: 5, height: 1),
    ]

    @Test("shows any part of itself, with packed rows or without", arguments: [false, true], parts)
    func crops(isPacked: Bool, part: PixelRect) throws {
        func sample(_ channel: Int, _ x: Int, _ y: Int) -> UInt8 { UInt8(channel * 80 + y * 10 + x) }
        var (rows, lengths) = ([UInt8](), [UInt8]())
        for channel in 0..<3 {
            for y in 0..<6 {
                if isPacked { rows.append(4) }
                rows += (0..<5).map { sample(channel, $0, y) }
                lengths += [0, 6]
            }
        }
        let image = isPacked ? [0, 1] + lengths + rows : [0, 0] + rows
        let fixture = PSDFixture(channels: 3, width: 5, height: 6, mode: PSDFixture.rgb, image: image)
        let shown = try ImageDecoder().render(ImageSource(bytes: fixture.bytes), RenderRequest(crop: part))
        #expect(shown.size == part.size)
        for y in 0..<part.height {
            for x in 0..<part.width {
                let expected = (0..<3).map { sample($0, part.x + x, part.y + y) }
                #expect(shown.pixel(x, y) == expected, "\(x), \(y)")
            }
        }
    }

    @Test("of more rows than are read at once has all of them in their order", arguments: [false, true])
    func manyRows(isPacked: Bool) throws {
        let (width, height) = (30_000, 20)
        var (rows, lengths) = ([UInt8](), [UInt8]())
        for y in 0..<height {
            let sample = UInt8(y * 12)
            // Runs of at most 128; 48 are left at the end.
            let packed = [[UInt8]](repeating: [0x81, sample], count: 234).flatMap(\.self) + [0xD1, sample]
            rows += isPacked ? packed : [UInt8](repeating: sample, count: width)
            lengths += PSDFixture.big(packed.count, 2)
        }
        let image = isPacked ? [0, 1] + lengths + rows : [0, 0] + rows
        let fixture = PSDFixture(channels: 1, width: width, height: height, mode: PSDFixture.gray, image: image)
        let shown = try ImageDecoder().render(ImageSource(bytes: fixture.bytes), RenderRequest())
        for y in 0..<height {
            for x in [0, 15_000, width - 1] { #expect(shown.pixel(x, y) == [UInt8(y * 12)], "\(x), \(y)") }
        }
    }

    @Test(
        "has rows that are unpacked to their length, whatever they say",
        arguments: [
            ([2, 1, 2, 3], [1, 2, 3, 0, 0]), ([0xFC, 7], [7, 7, 7, 7, 7]), ([0x81, 7], [7, 7, 7, 7, 7]),
            ([0x80, 0x80, 0, 7], [7, 0, 0, 0, 0]), ([9, 1, 2], [1, 2, 0, 0, 0]), ([0xFF], [0, 0, 0, 0, 0]),
            ([6, 1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5]), ([], [0, 0, 0, 0, 0]),
            ([3, 1, 2, 3, 4, 0xFD, 9], [1, 2, 3, 4, 9]),
        ] as [([UInt8], [UInt8])])
    func unpacked(packed: [UInt8], expected: [UInt8]) {
        var bytes: [UInt8] = [42]
        PackBits.unpack(packed[...], count: 5, onto: &bytes)
        #expect(bytes == [42] + expected)
    }

    @Test("without a merged image is not shown, and neither is one of another compression")
    func unsupported() {
        func status(_ isMerged: UInt8, compression: UInt8) -> PhotoStatus? {
            failure(
                PSDFixture(
                    channels: 1, width: 1, height: 1, mode: PSDFixture.gray,
                    resources: PSDFixture.resource(1057, [0, 0, 0, 1, isMerged]), image: [0, compression, 7]))
        }
        #expect(status(1, compression: 0) == nil)
        #expect(status(0, compression: 0) == .unsupportedFormat)
        #expect(status(1, compression: 2) == .unsupportedFormat)
    }

    @Test(
        "is damaged, or of an unknown kind, where its header is",
        arguments: [
            (PSDFixture(channels: 0, width: 1, height: 1, mode: 1), .corruptMedia),
            (PSDFixture(channels: 57, width: 1, height: 1, mode: 1), .corruptMedia),
            (PSDFixture(channels: 56, width: 1, height: 1, mode: 1), nil),
            (PSDFixture(channels: 1, width: 0, height: 1, mode: 1), .corruptMedia),
            (PSDFixture(channels: 1, width: 30_000, height: 1, mode: 1), nil),
            (PSDFixture(channels: 1, width: 30_001, height: 1, mode: 1), .corruptMedia),
            (PSDFixture(channels: 1, width: 1, height: 30_001, mode: 1), .corruptMedia),
            (PSDFixture(version: 2, channels: 1, width: 300_000, height: 1, mode: 1), nil),
            (PSDFixture(version: 2, channels: 1, width: 1, height: 300_001, mode: 1), .corruptMedia),
            (PSDFixture(channels: 1, width: 1, height: 1, depth: 1, mode: 1), .unsupportedFormat),
            (PSDFixture(channels: 1, width: 1, height: 1, depth: 16, mode: 0), .unsupportedFormat),
            (PSDFixture(channels: 1, width: 1, height: 1, depth: 4, mode: 1), .unsupportedFormat),
            (PSDFixture(channels: 4, width: 1, height: 1, mode: 5), .unsupportedFormat),
            (PSDFixture(channels: 2, width: 1, height: 1, mode: 3), .corruptMedia),
            (PSDFixture(version: 3, channels: 1, width: 1, height: 1, mode: 1), .unsupportedFormat),
        ] as [(PSDFixture, PhotoStatus?)])
    func headers(fixture: PSDFixture, status: PhotoStatus?) {
        var found: PhotoStatus?
        do throws(ImagingError) {
            let header = try ImageDecoder().header(of: ImageSource(bytes: fixture.bytes))
            #expect(header.storedSize == PixelSize(width: fixture.width, height: fixture.height))
        } catch {
            found = error.status
        }
        #expect(found == status)
    }

    /// The first layers of a section, or one of the blocks after them.
    private static let transparencies: [(layers: [UInt8], hasAlpha: Bool)] = [
        ([], false), ([0, 0, 0, 2, 0xFF, 0xFF], true), ([0, 0, 0, 2, 0, 1], false),
        (section(("Mtrn", [])), true), (section(("Mt16", [])), true), (section(("Patt", [])), false),
        (section(mask: [9, 9, 9, 9], ("Patt", [9]), ("Mtrn", [])), true),
    ]

    /// A section without layers, with the mask of all layers and blocks after it.
    private static func section(mask: [UInt8] = [], _ blocks: (key: String, data: [UInt8])...) -> [UInt8] {
        var bytes = PSDFixture.big(0) + PSDFixture.big(mask.count) + mask
        for block in blocks {
            bytes += Array("8BIM\(block.key)".utf8) + PSDFixture.big(block.data.count) + block.data
            bytes += [UInt8](repeating: 0, count: (4 - block.data.count % 4) % 4)
        }
        return bytes
    }

    @Test("has transparency where its layers say so, and a channel for it", arguments: transparencies)
    func transparency(layers: [UInt8], hasAlpha: Bool) throws {
        var fixture = PSDFixture(
            channels: 4, width: 1, height: 1, mode: PSDFixture.rgb, layers: layers, image: [0, 0, 10, 20, 30, 255])
        #expect(try ImageDecoder().header(of: ImageSource(bytes: fixture.bytes)).hasAlpha == hasAlpha)
        #expect(try pixels(fixture) == [hasAlpha ? [10, 20, 30, 255] : [10, 20, 30]])
        fixture.channels = 3
        #expect(try !ImageDecoder().header(of: ImageSource(bytes: fixture.bytes)).hasAlpha)
    }

    @Test("is cut off where a section is longer than the file")
    func longSection() {
        let whole = PSDFixture(channels: 1, width: 1, height: 1, mode: PSDFixture.gray, image: [0, 0, 7])
        #expect(failure(whole) == nil)
        // The lengths of the colours, the resources and the layers.
        for offset in [26, 30, 34] {
            var bytes = whole.bytes
            bytes[offset + 3] = 200
            let error = #expect(throws: ImagingError.self) {
                try ImageDecoder().header(of: ImageSource(bytes: bytes))
            }
            #expect(error?.status == .corruptMedia)
        }
    }
}
