import Imaging
import PhotoModel
import Testing

@Suite("The limit on memory")
struct MemoryLimitTests {
    private func limits(_ bytes: Int) -> ImageLimits {
        ImageLimits(maxPixels: .max, maxFileBytes: .max, maxMemoryBytes: bytes)
    }

    /// Renders with a check that must not be asked: nothing may be decoded.
    private func expectRefused(_ file: [UInt8], _ request: RenderRequest, bytes: Int) {
        var questions = 0
        let error = #expect(throws: ImagingError.self) {
            try ImageDecoder(limits: limits(bytes)).render(
                ImageSource(bytes: file), request,
                cancellation: Cancellation {
                    questions += 1
                    return nil
                })
        }
        #expect(questions == 0)
        guard case .tooLarge = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("counts the coefficients of progressive JPEG, known from the header")
    func coefficients() throws {
        let small = RenderRequest(targetSize: PixelSize(width: 64, height: 64))
        let image = try PixelBuffer.waves(1600, 1200)
        let baseline = try JPEGEncoder().encode(image)
        let progressive = try JPEGEncoder(isProgressive: true).encode(image)
        // 4:2:0: one and a half samples a pixel, of two bytes each.
        let coefficients = 1600 * 1200 * 3
        #expect(
            try ImageDecoder(limits: limits(coefficients)).render(ImageSource(bytes: baseline), small).size.width == 64)
        expectRefused(progressive, small, bytes: coefficients)
        let enough = limits(coefficients + 500_000)
        #expect(try ImageDecoder(limits: enough).render(ImageSource(bytes: progressive), small).size.width == 64)
    }

    /// The same header as a real file, with the size of a 100-megapixel image written into it.
    @Test("refuses a progressive JPEG of 100 megapixels from its header when 306 MB are not there")
    func largeProgressive() throws {
        var file = try JPEGEncoder(isProgressive: true).encode(.waves(64, 48))
        let frame = try #require((0..<file.count - 1).first { file[$0] == 0xFF && file[$0 + 1] == 0xC2 })
        file.replaceSubrange(frame + 5..<frame + 9, with: [0x27, 0x10, 0x27, 0x10])
        let small = RenderRequest(targetSize: PixelSize(width: 256, height: 256))
        expectRefused(file, small, bytes: 299_000_000)
    }

    @Test("counts an interlaced PNG as a whole, and a plain one by rows")
    func interlaced() throws {
        let small = RenderRequest(targetSize: PixelSize(width: 16, height: 16))
        for isInterlaced in [false, true] {
            var png = PNGFixture(width: 300, height: 300, isInterlaced: isInterlaced)
            png.samples = { x, y in [x % 256, y % 256, 0] }
            if isInterlaced {
                expectRefused(png.bytes, small, bytes: 300 * 300 * 3)
            } else {
                let decoder = ImageDecoder(limits: limits(300 * 300))
                #expect(try decoder.render(ImageSource(bytes: png.bytes), small).size.width == 16)
            }
        }
    }

    @Test("counts WebP and GIF whole", arguments: ["WebP", "lossless WebP", "GIF"])
    func whole(kind: String) throws {
        let file = try CancellationTests.file(kind, 300, 300)
        let small = RenderRequest(targetSize: PixelSize(width: 16, height: 16))
        expectRefused(file, small, bytes: 300 * 300 * 4)
        // Two hundred groups of prefix codes are more than the encoder makes for it.
        let tables = kind == "lossless WebP" ? 200 * 13_000 : 0
        #expect(
            try ImageDecoder(limits: limits(300 * 300 * 12 + file.count + tables)).render(
                ImageSource(bytes: file), small
            ).size.width == 16)
    }
}
