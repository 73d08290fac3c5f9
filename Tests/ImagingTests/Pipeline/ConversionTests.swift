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

    @Test("lays transparency over white where it has to go")
    func flattens() throws {
        let half = try PixelBuffer.filled(4, 4, .rgba8) { _, _ in [0, 0, 0, 128] }
        #expect(try half.converted(to: .rgb8).pixel(0, 0) == [127, 127, 127])
        #expect(try half.converted(to: .gray8).pixel(0, 0) == [127])
        let nothing = try PixelBuffer.filled(4, 4, .rgba8) { _, _ in [9, 9, 9, 0] }
        #expect(try nothing.converted(to: .ycbcr8(.yuv420)).converted(to: .rgb8).pixel(0, 0) == [255, 255, 255])
    }
}
