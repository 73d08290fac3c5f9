import Imaging
import PhotoModel
import Testing

@testable import StillImaging

@Suite("The layout of a JPEG 2000")
struct JP2LayoutTests {
    /// The head of a codestream.
    private struct Head: Sendable {
        var width = 100
        var height = 60
        var left = 0
        var top = 0
        var tileWidth = 30
        var tileHeight = 30
        var tileLeft = 0
        var tileTop = 0
        var components = 3

        var bytes: [UInt8] {
            let numbers = [width, height, left, top, tileWidth, tileHeight, tileLeft, tileTop]
            let sizes = numbers.flatMap { [UInt8].number($0) }
            return [0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0] + sizes + [UInt8].number(components, bytes: 2)
        }
    }

    private func layout(_ head: Head) throws(ImagingError) -> JP2Layout {
        try JP2Layout(ImageSource(bytes: head.bytes), isCodestream: true)
    }

    private func failure(_ bytes: [UInt8], isCodestream: Bool = true) -> PhotoStatus? {
        do throws(ImagingError) {
            _ = try JP2Layout(ImageSource(bytes: bytes), isCodestream: isCodestream)
            return nil
        } catch {
            return error.status
        }
    }

    @Test("has as many tiles as cover the image from where the tiles begin")
    func tiles() throws {
        let plain = try layout(Head())
        #expect(plain.tiles == 8 && plain.tileSize == PixelSize(width: 30, height: 30) && plain.components == 3)
        #expect(plain.bytes == 8 * (5696 + 3 * 1080) && plain.codestreamOffset == 0 && plain.paletteChannels == 0)
        #expect(try layout(Head(tileLeft: 10)).tiles == 6)
        #expect(try layout(Head(width: 91, height: 61)).tiles == 12)
        let one = try layout(Head(left: 10, top: 20, tileWidth: 1000, tileHeight: 1000))
        #expect(one.tiles == 1 && one.tileSize == PixelSize(width: 90, height: 40))
        // The image is said to begin after its end.
        let none = try layout(Head(left: 100, top: 70, tileWidth: 1000, tileHeight: 1000))
        #expect(none.tileSize == PixelSize(width: 1, height: 1))
    }

    @Test("is damaged where tiles have no size, or are more than the format can number")
    func damaged() {
        for head in [
            Head(tileWidth: 0), Head(tileHeight: 0), Head(tileLeft: 100), Head(tileTop: 60), Head(tileTop: 61),
            Head(width: 65_536, height: 1, tileWidth: 1, tileHeight: 1, components: 1),
            Head(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF, tileWidth: 1, tileHeight: 1),
        ] {
            #expect(failure(head.bytes) == .corruptMedia, "\(head)")
        }
        let bytes = Head().bytes
        #expect(failure(bytes) == nil && failure([]) == .corruptMedia)
        #expect(failure(Array(bytes.dropLast())) == .corruptMedia)
        for place in 0..<4 {
            var other = bytes
            other[place] ^= 1
            #expect(failure(other) == .corruptMedia)
        }
    }

    @Test("is refused where its tiles or components would take too much memory")
    func limits() {
        func status(tiles: Int, components: Int) -> PhotoStatus? {
            failure(Head(width: tiles, height: 1, tileWidth: 1, tileHeight: 1, components: components).bytes)
        }
        #expect(status(tiles: 1, components: 16) == nil && status(tiles: 1, components: 17) == .unsupportedFormat)
        // 6776 bytes each.
        #expect(status(tiles: 9903, components: 1) == nil && status(tiles: 9904, components: 1) == .unsupportedFormat)
        #expect(status(tiles: 65_535, components: 1) == .unsupportedFormat)
    }

    @Test("is that of the codestream in its box, with the channels of the largest palette before it")
    func boxes() throws {
        func file(_ channels: UInt8, before: [UInt8] = []) -> [UInt8] {
            let palette = [UInt8].box("pclr", [1, 0, channels, 7])
            let header = [UInt8].box("jp2h", [UInt8].box("ihdr", .zeros(14)), palette)
            return [UInt8].box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + before + header + [UInt8].box("jp2c", Head().bytes)
        }
        let bytes = file(5)
        let layout = try JP2Layout(ImageSource(bytes: bytes), isCodestream: false)
        #expect(layout.paletteChannels == 5 && layout.codestreamOffset == bytes.count - Head().bytes.count)
        let more = file(5, before: [UInt8].box("pclr", [0, 1, 9]))
        #expect(try JP2Layout(ImageSource(bytes: more), isCodestream: false).paletteChannels == 9)
        #expect(failure(file(16), isCodestream: false) == nil)
        #expect(failure(file(17), isCodestream: false) == .unsupportedFormat)
        // A length of eight bytes, and one that goes to the end.
        let long: [UInt8] = [0, 0, 0, 1] + Array("free".utf8) + [0, 0, 0, 0, 0, 0, 0, 18, 1, 2]
        #expect(failure(file(1, before: long), isCodestream: false) == nil)
        let open: [UInt8] = [0, 0, 0, 0] + Array("jp2c".utf8) + Head().bytes
        #expect(failure(open, isCodestream: false) == nil)
    }

    @Test("is damaged where its boxes lead to no image")
    func misleadingBoxes() {
        let image = [UInt8].box("jp2c", Head().bytes)
        for before in [
            [0, 0, 0, 0] + Array("free".utf8), [0, 0, 0, 7] + Array("free".utf8),
            [0, 0, 0, 1] + Array("free".utf8) + [0, 0, 0, 1, 0, 0, 0, 16],
            [0, 0, 0, 1] + Array("free".utf8) + [0, 0, 0, 0, 0, 0, 0, 15],
            [UInt8].box("jp2h", [UInt8].box("jp2h")), [UInt8].box("jp2h", [0, 0, 0, 7] + Array("ihdr".utf8)),
        ] as [[UInt8]] {
            #expect(failure(before + image, isCodestream: false) == .corruptMedia)
        }
        #expect(failure([UInt8].box("free"), isCodestream: false) == .corruptMedia)
        #expect(failure(image, isCodestream: false) == nil)
    }
}
