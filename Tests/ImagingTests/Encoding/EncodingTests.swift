import Imaging
import PhotoModel
import Testing

@Suite("Writing images")
struct EncodingTests {
    private static let formats: [PixelFormat] = [.gray8, .rgb8, .rgba8, .ycbcr8(.yuv420), .ycbcr8(.yuv444)]

    @Test(
        "as JPEG and reading them again keeps the image", arguments: formats, [(64, 48), (33, 1), (1, 19), (17, 9)])
    func jpeg(format: PixelFormat, side: (width: Int, height: Int)) throws {
        let image = try PixelBuffer.waves(side.width, side.height).converted(to: format)
        let result = try ImageDecoder().render(
            ImageSource(bytes: try JPEGEncoder(quality: 97).encode(image)), RenderRequest()
        )
        #expect(result.size == image.size)
        #expect(try result.meanDifference(from: image) < 6)
    }

    @Test(
        "as JPEG keeps all colours where the image is small or the quality high",
        arguments: [(511, 80, ChromaSubsampling.yuv444), (512, 89, .yuv420), (512, 90, .yuv444)])
    func chroma(side: Int, quality: Int, expected: ChromaSubsampling) throws {
        let file = try JPEGEncoder(quality: quality).encode(.waves(side, 20))
        #expect(try ImageDecoder().render(ImageSource(bytes: file), RenderRequest()).format == .ycbcr8(expected))
    }

    @Test("as PNG and reading them again changes nothing", arguments: [PixelFormat.gray8, .rgb8, .rgba8])
    func png(format: PixelFormat) throws {
        let image = try PixelBuffer.waves(33, 21).converted(to: format)
        let result = try ImageDecoder().render(
            ImageSource(bytes: try PNGEncoder(compressionLevel: 1).encode(image)), RenderRequest()
        )
        #expect(result.format == format)
        #expect(try result.meanDifference(from: image) == 0)
    }

    @Test("in better quality takes more bytes")
    func quality() throws {
        let image = try PixelBuffer.waves(200, 200)
        let sizes = try [10, 50, 80, 100].map { try JPEGEncoder(quality: $0).encode(image).count }
        #expect(sizes == sizes.sorted() && Set(sizes).count == sizes.count)
        #expect(JPEGEncoder(quality: 1000).quality == 100 && JPEGEncoder(quality: -5).quality == 1)
    }

    @Test("as JPEG refuses sides that the format has no room for")
    func tooLong() throws {
        let strip = try PixelBuffer(size: PixelSize(width: 65_501, height: 1), format: .gray8)
        #expect(throws: ImagingError.self) { try JPEGEncoder().encode(strip) }
    }
}
