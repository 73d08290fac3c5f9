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
                let colors = pixels[start..<start + 3].map { color -> UInt8 in
                    guard alpha > 0 else { return color }
                    let missing: Int = (255 - Int(color)) * 255 / alpha
                    return UInt8(max(0, 255 - missing))
                }
                return colors + [UInt8(alpha)]
            }
            let difference = try #require(Difference(Oracle.ownPixels(of: path), expected))
            #expect(difference.largest <= 1, "\(difference)")
        }
    }

    @Test("of light with transparency is freed from white as light, and its alpha is no light")
    func lightTransparency() throws {
        let head: [UInt8] = Array("8BPS".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, 4]
        let shape: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 0, 32, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0]
        // A number of layers below 0.
        let layers: [UInt8] = [0, 0, 0, 6, 0, 0, 0, 2, 0xFF, 0xFF]
        let samples = [1, 0.625, 0.5, 0.5].flatMap { (number: Float) in
            withUnsafeBytes(of: number.bitPattern.bigEndian) { Array($0) }
        }
        let source = ImageSource(bytes: head + shape + layers + [0, 0] + samples)
        let image = try Oracle.decoder.render(source, RenderRequest())
        // White, a quarter of the light and black, each half over white.
        #expect((0..<4).map { image.planes[0].base[$0] } == [255, 137, 0, 128])
        withExtendedLifetime(image) {}
    }

    @Test("of L*a*b* with transparency is freed from white, which has no colour")
    func labTransparency() throws {
        func color(_ samples: [UInt8]) throws -> [UInt8] {
            let hasAlpha = samples.count > 3
            let head: [UInt8] = Array("8BPS".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, UInt8(samples.count)]
            let shape: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 0, 8, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0]
            // A number of layers below 0.
            let layers: [UInt8] = hasAlpha ? [0, 0, 0, 6, 0, 0, 0, 2, 0xFF, 0xFF] : [0, 0, 0, 0]
            let source = ImageSource(bytes: head + shape + layers + [0, 0] + samples)
            let image = try Oracle.decoder.render(source, RenderRequest())
            defer { withExtendedLifetime(image) {} }
            #expect(image.format == (hasAlpha ? .rgba8 : .rgb8))
            return (0..<3).map { image.planes[0].base[$0] }
        }
        let opaque = try color([128, 200, 100])
        let freed = try color([191, 164, 114, 128])
        #expect(zip(opaque, freed).allSatisfy { abs(Int($0) - Int($1)) <= 6 }, "\(opaque), \(freed)")
    }

    @Test("is damaged where a packed row is said to be much longer than it can be")
    func longRow() {
        func failure(rowLength: Int) -> ImagingError? {
            let head: [UInt8] = Array("8BPS".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, 1]
            let shape: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 0, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
            let length = [UInt8(rowLength >> 8), UInt8(rowLength & 255)]
            let row: [UInt8] = [0, 77] + Array(repeating: 0, count: rowLength - 2)
            let source = ImageSource(bytes: head + shape + [0, 0, 0, 0, 0, 1] + length + row)
            do throws(ImagingError) {
                _ = try Oracle.decoder.render(source, RenderRequest())
                return nil
            } catch {
                return error
            }
        }
        #expect(failure(rowLength: 2) == nil && failure(rowLength: 60) == nil)
        if case .corrupt? = failure(rowLength: 20_000) {} else { Issue.record("it was shown") }
    }

    @Test("that ends inside of its header is not said to be a file of another format", arguments: [8, 20, 28])
    func cutOff(length: Int) {
        let head: [UInt8] = Array("8BPS".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, 1]
        let shape: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 0, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
        let source = ImageSource(bytes: Array((head + shape).prefix(length)))
        let error = #expect(throws: ImagingError.self) { try Oracle.decoder.header(of: source) }
        if case .corrupt(let reason)? = error {
            #expect(!reason.contains("HEIF"), "\(reason)")
        } else {
            Issue.record("\(String(describing: error))")
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
