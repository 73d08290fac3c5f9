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
            ("-colorspace gray", "a.psd", false), ("-colors 100 -type palette", "a.psd", false),
            ("-colorspace cmyk", "a.psd", false), ("", "a.psd", true),
        ])
    func matches(arguments: String, name: String, hasAlpha: Bool) throws {
        try Oracle.inFolder { folder in
            let path = try Oracle.file(arguments, name, in: folder, painting: Painting(hasAlpha: hasAlpha))
            #expect(try Oracle.decoder.header(of: Oracle.source(path)).format == .psd)
            let difference = try #require(Difference(Oracle.ownPixels(of: path), Oracle.pixels(of: path)))
            #expect(difference.largest <= 2, "\(difference)")
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
