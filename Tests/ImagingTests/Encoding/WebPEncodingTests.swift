import Imaging
import PhotoModel
import Testing

@Suite("Writing WebP")
struct WebPEncodingTests {
    private func decoded(_ bytes: [UInt8], convertsToSRGB: Bool = true) throws -> PixelBuffer {
        try ImageDecoder().render(ImageSource(bytes: bytes), RenderRequest(convertsToSRGB: convertsToSRGB))
    }

    @Test("without loss and reading it again changes nothing", arguments: [(33, 21), (1, 1), (1, 40), (57, 1)])
    func lossless(width: Int, height: Int) throws {
        for format in [PixelFormat.rgb8, .rgba8] {
            let image = try PixelBuffer.filled(width, height, format) { x, y in
                Array(
                    [UInt8(x * 4), UInt8(y * 9 % 256), UInt8((x * y) % 256), UInt8(x * 4)].prefix(format.bytesPerPixel))
            }
            let result = try decoded(WebPEncoder(isLossless: true).encode(image))
            #expect(result.size == image.size && result.format == format)
            #expect(try result.meanDifference(from: image) == 0)
        }
    }

    @Test(
        "with loss keeps the image",
        arguments: [PixelFormat.gray8, .rgb8, .rgba8, .ycbcr8(.yuv420), .ycbcr8(.yuv444)],
        [(64, 48), (33, 1), (1, 19), (17, 9)])
    func lossy(format: PixelFormat, side: (width: Int, height: Int)) throws {
        let image = try PixelBuffer.waves(side.width, side.height).converted(to: format)
        let result = try decoded(WebPEncoder(quality: 95).encode(image))
        #expect(result.size == image.size)
        #expect(try result.meanDifference(from: image) < 6)
    }

    @Test("with loss keeps alpha as it is")
    func alpha() throws {
        let image = try PixelBuffer.filled(64, 16, .rgba8) { x, _ in [200, 100, 50, UInt8(x * 4)] }
        let result = try decoded(WebPEncoder(quality: 80).encode(image))
        #expect(result.format == .rgba8)
        for x in 0..<64 { #expect(result.pixel(x, 8)[3] == UInt8(x * 4)) }
    }

    @Test("in better quality takes more bytes")
    func quality() throws {
        let image = try PixelBuffer.waves(200, 200)
        let sizes = try [0, 50, 80, 100].map { try WebPEncoder(quality: $0).encode(image).count }
        #expect(sizes == sizes.sorted() && Set(sizes).count == sizes.count)
        #expect(WebPEncoder(quality: 1000).quality == 100 && WebPEncoder(quality: -5).quality == 0)
    }

    @Test("carries the colour profile, in an ICCP chunk", arguments: [false, true])
    func profile(isLossless: Bool) throws {
        let image = try PixelBuffer.rgb(16, 16, colorSpace: .displayP3) { _, _ in [200, 100, 50] }
        let file = try WebPEncoder(quality: 100, isLossless: isLossless).encode(image)
        #expect(try ImageDecoder().header(of: ImageSource(bytes: file)).hasColorProfile)
        guard case .icc = try decoded(file, convertsToSRGB: false).colorSpace else {
            Issue.record("no profile")
            return
        }
        let direct = try ImageScaler.scale(image, RenderRequest())
        #expect(try decoded(file).meanDifference(from: direct) < 3)
        // Without a profile there is no chunk.
        let plain = try WebPEncoder().encode(.waves(16, 16))
        #expect(try !ImageDecoder().header(of: ImageSource(bytes: plain)).hasColorProfile)
    }

    @Test("refuses sides that the format has no room for")
    func tooLong() throws {
        let strip = try PixelBuffer(size: PixelSize(width: 16_384, height: 1), format: .gray8)
        let error = #expect(throws: ImagingError.self) { try WebPEncoder().encode(strip) }
        guard case .invalidRequest = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
