import Foundation
import Imaging
import PhotoModel
import StillImaging
import TestSupport
import Testing

@Suite("TIFF", .enabled(if: Oracle.isAvailable && StillLibrary.libtiff.isInstalled, "\(Oracle.need), and libtiff6"))
struct TIFFTests {
    /// What ImageMagick is told, how far apart the pixels may be, and what the file is called.
    struct Kind: Sendable, CustomStringConvertible {
        let arguments: String
        var largest = 1
        var name = "a.tif"
        var hasAlpha = false
        var description: String { arguments.isEmpty ? "plain" : arguments }
    }

    static let kinds: [Kind] =
        [
            Kind(arguments: "-compress none"), Kind(arguments: "-compress lzw"), Kind(arguments: "-compress zip"),
            Kind(arguments: "-compress rle"), Kind(arguments: "-compress lzma"), Kind(arguments: "-compress zstd"),
            Kind(arguments: "-compress zip -endian MSB -depth 16"),
            Kind(arguments: "-compress none -endian LSB -depth 16"),
            Kind(arguments: "-compress lzw -define tiff:rows-per-strip=7"),
            Kind(arguments: "-compress none -define tiff:rows-per-strip=1000"),
            Kind(arguments: "-compress lzw -define tiff:tile-geometry=64x48"),
            Kind(arguments: "-compress none -depth 16 -define tiff:tile-geometry=32x16"),
            Kind(arguments: "-interlace plane -compress zip"),
            Kind(arguments: "-interlace plane -depth 16 -compress lzw"),
            Kind(arguments: "-compress zip", name: "tiff64:a.tif"),
            Kind(arguments: "-colorspace gray -compress zip"),
            Kind(arguments: "-colorspace gray -depth 16 -compress none"),
            Kind(arguments: "-colorspace gray -depth 4 -compress none"),
            Kind(arguments: "-colorspace gray -depth 2 -compress none"),
            Kind(arguments: "-colorspace gray -threshold 50% -type bilevel -compress group4"),
            Kind(arguments: "-colorspace gray -threshold 50% -type bilevel -compress fax"),
            Kind(
                arguments:
                    "-colorspace gray -threshold 50% -type bilevel -define quantum:polarity=min-is-white -compress none"
            ),
            Kind(arguments: "-colorspace gray -define quantum:polarity=min-is-white -compress none"),
            Kind(arguments: "-colors 200 -type palette -compress lzw"),
            Kind(arguments: "-colors 13 -type palette -compress none"),
            Kind(arguments: "-colorspace cmyk -compress zip", largest: 2),
            Kind(arguments: "-colorspace cmyk -depth 16 -compress none", largest: 2),
            Kind(arguments: "-colorspace cmyk -interlace plane -compress zip", largest: 2),
            Kind(arguments: "-compress zip", hasAlpha: true),
            Kind(arguments: "-depth 16 -compress lzw", hasAlpha: true),
            Kind(arguments: "-define tiff:alpha=associated -compress zip", largest: 3, hasAlpha: true),
            Kind(arguments: "-colorspace gray -compress zip", hasAlpha: true),
            Kind(arguments: "-compress jpeg -quality 95", largest: 3),
            Kind(arguments: "-compress jpeg -quality 95 -define tiff:tile-geometry=64x64", largest: 3),
        ] + (1...8).map { Kind(arguments: "-set exif:Orientation \($0) -orient \(orientations[$0 - 1]) -compress lzw") }

    private static let orientations = [
        "TopLeft", "TopRight", "BottomRight", "BottomLeft", "LeftTop", "RightTop", "RightBottom", "LeftBottom",
    ]

    @Test("is shown as ImageMagick shows it, whatever way it is written", arguments: kinds)
    func matches(kind: Kind) throws {
        try Oracle.inFolder { folder in
            let path = try Oracle.file(
                kind.arguments, kind.name, in: folder, painting: Painting(hasAlpha: kind.hasAlpha))
            #expect(try Oracle.decoder.header(of: Oracle.source(path)).format == .tiff)
            let difference = try #require(Difference(Oracle.ownPixels(of: path), Oracle.pixels(of: path)))
            #expect(difference.largest <= kind.largest, "\(difference)")
        }
    }

    @Test(
        "gives a part that is the same as that part of the whole",
        arguments: [
            "-compress lzw", "-compress zip -define tiff:tile-geometry=32x16", "-interlace plane -compress zip",
        ])
    func crops(arguments: String) throws {
        try Oracle.inFolder { folder in
            let path = try Oracle.file(arguments, "a.tif", in: folder)
            let part = PixelRect(x: 37, y: 41, width: 90, height: 50)
            let own = try Oracle.ownPixels(of: path, RenderRequest(crop: part))
            let all = try Oracle.ownPixels(of: path)
            let expected = (0..<part.height).flatMap { row in
                let start = ((part.y + row) * Painting().width + part.x) * 4
                return all[start..<start + part.width * 4]
            }
            #expect(own == expected)
        }
    }

    @Test("of L*a*b* is shown in its colours where its white is D50, and refused where it is not")
    func lab() throws {
        // One pixel of sRGB's red: L of 53, a of 81, b of 70.
        let tags: [(UInt8, UInt8, UInt8)] = [
            (0, 3, 1), (1, 3, 1), (2, 3, 8), (3, 3, 1), (6, 3, 8), (17, 4, 8), (21, 3, 3),
        ]
        var file: [UInt8] = Array("II".utf8) + [42, 0, 12, 0, 0, 0, 0x8A, 0x51, 0x46, 0, UInt8(tags.count), 0]
        for (tag, type, value) in tags { file += [tag, 1, type, 0, 1, 0, 0, 0, value, 0, 0, 0] }
        file += [0, 0, 0, 0]
        let image = try Oracle.decoder.render(ImageSource(bytes: file), RenderRequest()).converted(to: .rgb8)
        let color = (0..<3).map { Int(image.planes[0].base[$0]) }
        withExtendedLifetime(image) {}
        #expect(zip(color, [255, 0, 0]).allSatisfy { abs($0 - $1) <= 6 }, "\(color)")
        try Oracle.inFolder { folder in
            let path = try Oracle.file("-colorspace Lab -compress zip", "a.tif", in: folder)
            #expect(throws: ImagingError.self) { try Oracle.ownPixels(of: path) }
        }
    }

    @Test("of floating point numbers has alpha as it is, and colours as light")
    func floatingPoint() throws {
        let start: UInt8 = 8 + 2 + 11 * 12 + 4
        let tags: [(tag: UInt16, type: UInt8, count: UInt8, value: UInt8)] = [
            (256, 3, 1, 1), (257, 3, 1, 1), (258, 3, 4, start), (259, 3, 1, 1), (262, 3, 1, 2), (273, 4, 1, start + 16),
            (277, 3, 1, 4), (278, 3, 1, 1), (279, 4, 1, 16), (338, 3, 1, 2), (339, 3, 4, start + 8),
        ]
        var file: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0, UInt8(tags.count), 0]
        for tag in tags {
            file += [UInt8(tag.tag & 0xFF), UInt8(tag.tag >> 8), tag.type, 0, tag.count, 0, 0, 0, tag.value, 0, 0, 0]
        }
        file += [0, 0, 0, 0, 32, 0, 32, 0, 32, 0, 32, 0, 3, 0, 3, 0, 3, 0, 3, 0]
        for number: Float in [0.5, 0, 1, 0.5] {
            file += withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) }
        }
        let image = try Oracle.decoder.render(ImageSource(bytes: file), RenderRequest())
        let pixel = (0..<4).map { image.planes[0].base[$0] }
        withExtendedLifetime(image) {}
        #expect(image.format == .rgba8 && pixel == [188, 0, 255, 128])
    }

    @Test("of several pages is shown by its first")
    func pages() throws {
        try Oracle.inFolder { folder in
            let path = folder + "/pages.tif"
            try Oracle.run("convert", ["-size", "40x30", "xc:red", "xc:blue", path])
            let own = try Oracle.ownPixels(of: path)
            #expect(own.count == 40 * 30 * 4 && own.prefix(3) == [255, 0, 0])
        }
    }

    @Test("that is cut off gives the rows before, and says so")
    func truncation() throws {
        try Oracle.inFolder { folder in
            let path = try Oracle.file("-compress none -define tiff:rows-per-strip=10", "a.tif", in: folder)
            // ImageMagick writes the directory first or last: keep it by cutting the middle out of the pixels' strips.
            var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
            let rendered = try Oracle.decoder.renderWithDiagnostics(ImageSource(bytes: bytes), RenderRequest())
            #expect(rendered.diagnostics.isClean)
            bytes = Array(bytes.prefix(bytes.count / 2))
            let source = ImageSource(bytes: bytes)
            guard let cut = try? Oracle.decoder.renderWithDiagnostics(source, RenderRequest()) else { return }
            #expect(cut.diagnostics.isTruncated && cut.buffer.size == rendered.buffer.size)
        }
    }

    @Test(
        "is read in little memory: a small image of a large file, and a refusal where a tile is larger than the limit")
    func memory() throws {
        try Oracle.inFolder { folder in
            let painting = Painting(width: 3000, height: 2000)
            let rows = try Oracle.file("-compress zip", "rows.tif", in: folder, painting: painting)
            let limited = ImageDecoder(
                limits: ImageLimits(maxPixels: 10_000_000, maxFileBytes: 1 << 30, maxMemoryBytes: 6 << 20),
                codecs: .builtIn + [TIFFImageCodec()])
            let small = RenderRequest(targetSize: PixelSize(width: 100, height: 100))
            #expect(try limited.render(Oracle.source(rows), small).size == PixelSize(width: 100, height: 67))
            let tiles = try Oracle.file(
                "-compress zip -define tiff:tile-geometry=1024x1024", "tiles.tif", in: folder, painting: painting)
            let error = #expect(throws: ImagingError.self) { try limited.render(Oracle.source(tiles), small) }
            if case .tooLarge = error {} else { Issue.record("\(String(describing: error))") }
        }
    }
}
