import Imaging
import PhotoModel
import Testing

/// Rows are padded in memory, so that few columns of pixels take as much as many.
@Suite("An image of few columns and millions of rows")
struct NarrowImageTests {
    private static let limits = ImageLimits(maxPixels: 100_000_000, maxFileBytes: 1 << 20, maxMemoryBytes: 64 << 20)
    private static let rows: UInt32 = 4_000_000

    @Test("is refused for the memory that it takes, not for its pixels", arguments: ["PNG", "WebP"])
    func refuses(format: String) throws {
        let file = format == "PNG" ? try Self.png(1, Self.rows) : Self.webp(1, Self.rows)
        let source = ImageSource(bytes: file)
        #expect(try ImageDecoder().header(of: source).storedSize == PixelSize(width: 1, height: Int(Self.rows)))
        for box in [nil, PixelSize(width: 64, height: 64)] {
            let error = #expect(throws: ImagingError.self) {
                try ImageDecoder(limits: Self.limits).render(source, RenderRequest(targetSize: box))
            }
            guard case .tooLarge = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("is shown when it is as long as an image can be that is no attack")
    func shows() throws {
        let buffer = try PixelBuffer.filled(1, 60_000, .gray8) { _, y in [UInt8(y & 255)] }
        let source = ImageSource(bytes: try PNGEncoder().encode(buffer))
        let image = try ImageDecoder(limits: Self.limits).render(source, RenderRequest())
        #expect(image.size == buffer.size && image.pixel(0, 40_000) == [64])
    }

    /// Gray, with data for a few of its rows.
    private static func png(_ width: UInt32, _ height: UInt32) throws -> [UInt8] {
        let small = try PNGEncoder().encode(.filled(1, 40, .gray8) { _, _ in [7] })
        let header = PNGChunk.bytes("IHDR", PNGChunk.big(width) + PNGChunk.big(height) + small[24..<29])
        return small[0..<8] + header + small[PNGChunk.headerEnd...]
    }

    /// An extended file: the canvas, then the start of a lossless image.
    private static func webp(_ width: UInt32, _ height: UInt32) -> [UInt8] {
        let canvas = PNGChunk.big(width - 1).reversed().prefix(3) + PNGChunk.big(height - 1).reversed().prefix(3)
        let image: [UInt8] = [0x2F, 0, 0, 0, 0x10, 0x07, 0x10, 0x11, 0x11, 0x88]
        let chunks = "VP8X".utf8 + [10, 0, 0, 0, 0, 0, 0, 0] + canvas + "VP8L".utf8 + [10, 0, 0, 0] + image
        let count = UInt8(4 + chunks.count)
        return "RIFF".utf8 + [count, 0, 0, 0] + "WEBP".utf8 + chunks
    }
}
