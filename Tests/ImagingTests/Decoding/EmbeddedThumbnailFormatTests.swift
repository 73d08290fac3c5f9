import Imaging
import PhotoFixtures
import PhotoModel
import Testing

@Suite("The embedded thumbnail of a PNG, a WebP or a PSD")
struct EmbeddedThumbnailFormatTests {
    private static let formats = ["PNG", "WebP"]

    /// An image of 400 x 300 pixels; the WebP has none, only its size.
    private func file(
        _ format: String, block: [UInt8], gap: Int = 0, hasAlpha: Bool = false
    ) throws -> ImageSource {
        let filler = [UInt8](repeating: 0, count: gap)
        if format == "PNG" {
            let image = try PixelBuffer.filled(400, 300, hasAlpha ? .rgba8 : .rgb8) { _, _ in
                hasAlpha ? [9, 9, 9, 9] : [9, 9, 9]
            }
            let png = try PNGEncoder().encode(image)
            let chunks = (gap > 0 ? PNGChunk.bytes("fiLl", filler) : []) + PNGChunk.bytes("eXIf", block)
            return ImageSource(bytes: png[..<PNGChunk.headerEnd] + chunks + png[PNGChunk.headerEnd...])
        }
        let canvas: [UInt8] = [hasAlpha ? 0x18 : 0x08, 0, 0, 0, 0x8F, 0x01, 0, 0x2B, 0x01, 0]
        let chunks =
            chunk("VP8X", canvas) + (gap > 0 ? chunk("fiLl", filler) : [])
            + chunk("EXIF", Array("Exif\0\0".utf8) + block)
        return ImageSource(bytes: chunk("RIFF", Array("WEBP".utf8) + chunks))
    }

    private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let padding: [UInt8] = data.count % 2 == 0 ? [] : [0]
        return Array(type.utf8) + PNGChunk.big(UInt32(data.count)).reversed() + data + padding
    }

    private func block(_ width: Int, _ height: Int, orientation: UInt16 = 1) throws -> [UInt8] {
        let small = try JPEGEncoder(quality: 90).encode(.quarters(width, height))
        return EXIFFixture(orientation: orientation, thumbnail: small).block
    }

    @Test("comes out upright", arguments: formats)
    func upright(format: String) throws {
        let source = try file(format, block: try block(160, 120, orientation: 6))
        let thumbnail = try #require(try ImageDecoder().embeddedThumbnail(of: source))
        #expect(thumbnail.size == PixelSize(width: 120, height: 160))
        let stored = try PixelBuffer.quarters(160, 120).quarters()
        #expect(largestDifference(try thumbnail.quarters(), [stored[2], stored[0], stored[3], stored[1]]) < 8)
    }

    @Test("is not decoded to its end when that is cancelled", arguments: formats)
    func cancelled(format: String) throws {
        let source = try file(format, block: try block(160, 120))
        #expect(throws: ImagingError.cancelled) {
            try ImageDecoder().embeddedThumbnail(of: source, cancellation: Cancellation { .cancelled })
        }
    }

    @Test("is not shown when its shape is that of another image", arguments: formats)
    func stale(format: String) throws {
        let source = try file(format, block: try block(120, 120))
        #expect(try ImageDecoder().embeddedThumbnail(of: source) == nil)
    }

    @Test("is not looked for after the first 64 KiB", arguments: formats)
    func far(format: String) throws {
        for (gap, isFound) in [(40 << 10, true), (64 << 10, false)] {
            let source = try file(format, block: try block(160, 120), gap: gap)
            #expect((try ImageDecoder().embeddedThumbnail(of: source) != nil) == isFound)
        }
    }

    @Test("does not stand in for an image with alpha", arguments: formats)
    func alpha(format: String) throws {
        let source = try file(format, block: try block(160, 120), hasAlpha: true)
        #expect(try ImageDecoder().embeddedThumbnail(of: source) == nil)
    }

    @Test("is nil when it is broken, or when there is none", arguments: formats)
    func broken(format: String) throws {
        let whole = try block(160, 120)
        for block in [
            [], [0x49], EXIFFixture(orientation: 1).block, Array(whole.dropLast(200)),
            [UInt8](repeating: 73, count: 99),
        ] {
            #expect(try ImageDecoder().embeddedThumbnail(of: file(format, block: block)) == nil)
        }
    }

    @Test("of a PSD comes out also where its layers are longer than what is read first", arguments: [0, 100_000])
    func layers(length: Int) throws {
        let jpeg = try JPEGEncoder(quality: 90).encode(.quarters(160, 120))
        // Three channels of 400 x 300 pixels with eight bits, red, green and blue; no palette.
        let head: [UInt8] = Array("8BPS".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, 3]
        let shape: [UInt8] = [0, 0, 1, 0x2C, 0, 0, 1, 0x90, 0, 8, 0, 3, 0, 0, 0, 0]
        let thumbnail = [UInt8](repeating: 0, count: 28) + jpeg + [UInt8](repeating: 0, count: jpeg.count % 2)
        let name: [UInt8] = Array("8BIM".utf8) + [0x04, 0x0C, 0, 0]
        let resource = name + HEIFFixture.big(thumbnail.count) + thumbnail
        let layers = HEIFFixture.big(length) + [UInt8](repeating: 0, count: length)
        let source = ImageSource(bytes: head + shape + HEIFFixture.big(resource.count) + resource + layers + [0, 0])
        let found = try #require(try ImageDecoder().embeddedThumbnail(of: source))
        #expect(found.size == PixelSize(width: 160, height: 120))
    }
}
