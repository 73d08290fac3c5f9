import Foundation
import Imaging
import PhotoModel
import TestSupport
import Testing

@Suite("PSD", .enabled(if: Oracle.isAvailable, "\(Oracle.need)"))
struct PSDTests {
    @Test(
        "is shown as ImageMagick shows its merged image, whatever way it is written",
        arguments: [
            ("-compress none", "a.psd", false), ("-compress rle", "a.psd", false),
            ("-compress rle", "PSB:a.psb", false),
            ("-depth 16 -compress none", "a.psd", false), ("-depth 16 -compress rle", "a.psd", false),
            ("-colorspace gray", "a.psd", false), ("-colorspace cmyk", "a.psd", false),
        ])
    func matches(arguments: String, name: String, hasAlpha: Bool) throws {
        try Oracle.inFolder { folder in
            let path = try Oracle.file(arguments, name, in: folder, painting: Painting(hasAlpha: hasAlpha))
            #expect(try Oracle.decoder.header(of: Oracle.source(path)).format == .psd)
            let difference = try #require(Difference(Oracle.ownPixels(of: path), Oracle.pixels(of: path)))
            #expect(difference.largest <= 2, "\(difference)")
        }
    }

    @Test("with transparency is freed from the white that Photoshop lays the merged image over")
    func transparency() throws {
        try Oracle.inFolder { folder in
            let painting = Painting(hasAlpha: true)
            let path = try Oracle.file("", "a.psd", in: folder, painting: painting)
            // ImageMagick writes the colours without white: what comes out is darker by what was never there.
            let pixels = painting.portableAnyMap.suffix(painting.width * painting.height * 4)
            let expected = stride(from: pixels.startIndex, to: pixels.endIndex, by: 4).flatMap { start -> [UInt8] in
                let alpha = Int(pixels[start + 3])
                let colors = pixels[start..<start + 3].map { color in
                    alpha == 0 ? color : UInt8(max(0, 255 - (255 - Int(color)) * 255 / alpha))
                }
                return colors + [UInt8(alpha)]
            }
            let difference = try #require(Difference(Oracle.ownPixels(of: path), expected))
            #expect(difference.largest <= 1, "\(difference)")
        }
    }

    @Test("cut off anywhere, or with any byte changed, ends in an image or an error")
    func mutations() throws {
        try Oracle.inFolder { folder in
            let path = try Oracle.file("-compress rle", "a.psd", in: folder, painting: Painting(width: 31, height: 17))
            try Mutations.try(Array(Data(contentsOf: URL(fileURLWithPath: path))))
        }
    }
}
