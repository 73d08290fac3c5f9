import Imaging
import PhotoModel
import Testing

@Suite("Converting a buffer")
struct ConversionTests {
    private static let formats: [PixelFormat] = [
        .rgb8, .rgba8, .ycbcr8(.yuv420), .ycbcr8(.yuv444), .ycbcr8(.yuv422), .ycbcr8(.yuv440), .ycbcr8(.yuv411),
    ]

    @Test("from any format to any other keeps the image", arguments: formats, formats)
    func keepsImage(from: PixelFormat, to: PixelFormat) throws {
        let image = try PixelBuffer.waves(50, 30)
        let result = try image.converted(to: from).converted(to: to)
        #expect(result.format == to)
        #expect(try result.meanDifference(from: image) < 3)
    }

    @Test("to gray keeps the luma", arguments: formats)
    func gray(from: PixelFormat) throws {
        let result = try PixelBuffer.rgb(20, 20) { _, _ in [100, 150, 200] }.converted(to: from).converted(to: .gray8)
        #expect(abs(Int(result.pixel(10, 10)[0]) - 141) <= 2)  // 0.299 * 100 + 0.587 * 150 + 0.114 * 200
    }

    @Test("from gray gives three equal colours", arguments: formats)
    func fromGray(to: PixelFormat) throws {
        let gray = try PixelBuffer.filled(9, 9, .gray8) { _, _ in [93] }
        let result = try gray.converted(to: to).converted(to: .rgb8)
        #expect(result.pixel(4, 4).allSatisfy { abs(Int($0) - 93) <= 1 })
    }

    /// Samples that are light as it is.
    private func linear(colorType: Int) throws -> ColorSpace {
        let gamma = PNGFixture(colorType: colorType, chunks: [("gAMA", PNGFixture.big(100_000))]) { _, _ in
            colorType == 0 ? [0] : [0, 0, 0]
        }
        let kept = RenderRequest(convertsToSRGB: false)
        return try ImageDecoder().render(ImageSource(bytes: gamma.bytes), kept).colorSpace
    }

    @Test("from gray with a profile gives colours that mean the same", arguments: formats)
    func fromProfiledGray(to: PixelFormat) throws {
        let space = try linear(colorType: 0)
        for level: UInt8 in [0, 3, 64, 200, 255] {
            let gray = try PixelBuffer.filled(8, 8, .gray8, space) { _, _ in [level] }
            let expected = try ImageScaler.scale(gray, RenderRequest()).pixel(4, 4)[0]
            let shown = try ImageScaler.scale(gray.converted(to: to), RenderRequest()).converted(to: .rgb8).pixel(4, 4)
            #expect(shown.allSatisfy { abs(Int($0) - Int(expected)) <= 1 }, "\(level): \(shown), \(expected)")
        }
    }

    @Test("from colours with a profile gives gray that means the same")
    func toProfiledGray() throws {
        let colors = try PixelBuffer.filled(4, 4, .rgb8, linear(colorType: 2)) { _, _ in [64, 64, 64] }
        let gray = try colors.converted(to: .gray8)
        #expect(gray.colorSpace == .sRGB && abs(Int(gray.pixel(0, 0)[0]) - 137) <= 1)
    }

    @Test("what decoders give as gray with alpha becomes colours that mean what its profile says")
    func storedGray() throws {
        guard case .icc(let profile) = try linear(colorType: 0) else {
            Issue.record("no profile")
            return
        }
        let samples = StoredSamples(.gray, hasAlpha: true, profile: profile)
        let size = PixelSize(width: 1, height: 1)
        let memory = try samples.memory(size)
        (memory.planes[0].base[0], memory.planes[0].base[1]) = (64, 77)
        let pixels = try samples.pixels(memory, size, .never)
        #expect(pixels.pixel(0, 0) == [64, 64, 64, 77])
        let shown = try ImageScaler.scale(pixels, RenderRequest()).pixel(0, 0)
        #expect(shown[3] == 77 && shown.prefix(3).allSatisfy { abs(Int($0) - 137) <= 1 }, "\(shown)")
    }

    @Test("lays transparency over white where it has to go")
    func flattens() throws {
        let half = try PixelBuffer.filled(4, 4, .rgba8) { _, _ in [0, 0, 0, 128] }
        #expect(try half.converted(to: .rgb8).pixel(0, 0) == [127, 127, 127])
        #expect(try half.converted(to: .gray8).pixel(0, 0) == [127])
        let nothing = try PixelBuffer.filled(4, 4, .rgba8) { _, _ in [9, 9, 9, 0] }
        #expect(try nothing.converted(to: .ycbcr8(.yuv420)).converted(to: .rgb8).pixel(0, 0) == [255, 255, 255])
    }
}
