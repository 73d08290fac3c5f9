import Imaging
import PhotoModel
import Testing

@testable import VideoMedia

@Suite("Colours of a frame")
struct FrameColorsTests {
    /// - Returns: red, green and blue of one pixel.
    private func color(_ samples: [UInt8], _ colors: FrameColors) throws -> [Int] {
        let buffer = try PixelBuffer(size: PixelSize(width: 1, height: 1), format: .ycbcr8(.yuv444))
        for (plane, sample) in zip(buffer.planes, samples) { plane.base[0] = sample }
        if let map = colors.map { FrameColors.apply(map, to: buffer) }
        let pixel = try buffer.converted(to: .rgb8)
        defer { withExtendedLifetime(pixel) {} }
        return (0..<3).map { Int(pixel.planes[0].base[$0]) }
    }

    @Test("go from black to white in video's range and in the full one", arguments: [1, 6, 9])
    func range(matrix: Int) throws {
        let model = FrameColors.luma(matrix: matrix, width: 1, height: 1)
        let video = FrameColors(model: model, isFullRange: false)
        #expect(try color([16, 128, 128], video) == [0, 0, 0])
        #expect(try color([235, 128, 128], video) == [255, 255, 255])
        #expect(try color([8, 128, 128], video) == [0, 0, 0])
        let full = FrameColors(model: model, isFullRange: true)
        #expect(try color([0, 128, 128], full) == [0, 0, 0])
        #expect(try color([255, 128, 128], full) == [255, 255, 255])
    }

    /// The code values of colour bars of 75 % in ITU-R BT.601 and BT.709, as every test signal has them.
    @Test(
        "are those of colour bars",
        arguments: [
            (6, [65, 100, 212], [191, 0, 0]), (6, [112, 72, 58], [0, 191, 0]), (6, [35, 212, 114], [0, 0, 191]),
            (1, [51, 109, 212], [191, 0, 0]), (1, [133, 63, 52], [0, 191, 0]), (1, [28, 212, 120], [0, 0, 191]),
        ] as [(Int, [UInt8], [Int])])
    func bars(matrix: Int, samples: [UInt8], expected: [Int]) throws {
        let found = try color(
            samples, FrameColors(model: FrameColors.luma(matrix: matrix, width: 1, height: 1), isFullRange: false))
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 3 }, "\(found)")
    }

    @Test("need no map when they are what buffers have")
    func identity() {
        #expect(
            FrameColors(model: FrameColors.luma(matrix: 5, width: 1, height: 1), isFullRange: true).map == nil)
        #expect(FrameColors(model: .gray, isFullRange: true).map == nil)
    }

    @Test("of who says nothing are those of his image's size")
    func unspecified() {
        #expect(
            FrameColors.luma(matrix: 2, width: 1920, height: 1080)
                == FrameColors.luma(matrix: 1, width: 0, height: 0))
        #expect(
            FrameColors.luma(matrix: 2, width: 720, height: 576) == FrameColors.luma(matrix: 6, width: 0, height: 0))
    }

    @Test("of red, green and blue stay what they are")
    func rgb() throws {
        let found = try color([200, 100, 50], FrameColors(model: .rgb, isFullRange: true))
        #expect(zip(found, [200, 100, 50]).allSatisfy { abs($0 - $1) <= 2 })
    }
}
