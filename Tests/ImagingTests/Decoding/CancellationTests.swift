import Imaging
import PhotoModel
import TestSupport
import Testing

/// Counts questions, not time: between two of them is a bounded piece of work.
@Suite("A render that is cancelled")
struct CancellationTests {
    static let kinds = [
        "JPEG", "progressive JPEG", "PNG", "interlaced PNG", "16-bit PNG", "WebP", "lossless WebP", "GIF",
    ]

    @Test("stops at its first question after that, wherever it is", arguments: TestExtent.sample(kinds, one: 2))
    func stops(kind: String) throws {
        let source = ImageSource(bytes: try Self.file(kind))
        for request in Self.requests {
            let all = try questions(source, request, until: .max)
            #expect(all >= 5, "\(kind) asks \(all) times")
            for end in [1, 2, all / 3, all / 2, all - 1, all] {
                #expect(try questions(source, request, until: end) == end, "of \(all)")
            }
        }
    }

    /// Renders and counts; from question `end` on the answer is yes. When it is, the render must throw.
    private func questions(_ source: ImageSource, _ request: RenderRequest, until end: Int) throws -> Int {
        var count = 0
        do throws(ImagingError) {
            let cancellation = Cancellation {
                count += 1
                return count >= end ? .cancelled : nil
            }
            _ = try ImageDecoder().render(source, request, cancellation: cancellation)
            #expect(count < end)
        } catch {
            #expect(error == .cancelled)
        }
        return count
    }

    private static let requests = [
        RenderRequest(),
        RenderRequest(targetSize: PixelSize(width: 500, height: 500)),
        RenderRequest(targetSize: PixelSize(width: 60, height: 60), contentMode: .aspectFill),
    ]

    static func file(_ kind: String, _ width: Int = 900, _ height: Int = 600) throws -> [UInt8] {
        let image = try PixelBuffer.rgb(width, height, colorSpace: kind == "GIF" ? .sRGB : .displayP3) { x, y in
            [UInt8(x % 256), UInt8(y % 256), UInt8(x * y % 256)]
        }
        var png = PNGFixture(width: width, height: height)
        png.samples = { x, y in [x % 256, y % 256, x * y % 256] }
        switch kind {
        case "JPEG": return try JPEGEncoder().encode(image)
        case "progressive JPEG": return try JPEGEncoder(isProgressive: true).encode(image)
        case "PNG": return png.bytes
        case "interlaced PNG":
            png.isInterlaced = true
            return png.bytes
        case "16-bit PNG":
            png.bitDepth = 16
            png.samples = { x, y in [x % 256 * 257, y % 256 * 257, x * y % 256 * 257] }
            return png.bytes
        case "WebP": return try WebPEncoder().encode(image)
        case "lossless WebP": return try WebPEncoder(quality: 0, isLossless: true).encode(image)
        default: return GIFFixture(width: width, height: height) { x, y in UInt8((x + y) % 4) }.bytes
        }
    }
}
