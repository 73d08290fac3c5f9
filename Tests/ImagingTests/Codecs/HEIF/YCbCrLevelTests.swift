import Imaging
import PhotoModel
import Testing

@Suite("Luma and chroma of other ranges and matrices")
struct YCbCrLevelTests {
    /// H.273, table 4: the weights of red and blue, by the matrix's number.
    private static let weights: [UInt8: (red: Double, blue: Double)] = [
        1: (0.2126, 0.0722), 5: (0.299, 0.114), 6: (0.299, 0.114), 7: (0.212, 0.087), 9: (0.2627, 0.0593),
    ]

    @Test("come out as those of JFIF", arguments: [1, 5, 6, 7, 9] as [UInt8], [true, false])
    func matrices(matrix: UInt8, isFullRange: Bool) throws {
        let w = try #require(Self.weights[matrix])
        for color in [[255.0, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [0, 0, 0], [200, 120, 40]] {
            let stored = Self.stored(color, red: w.red, blue: w.blue, isFullRange: isFullRange)
            let pixel = try Self.pixel(stored, matrix: matrix, isFullRange: isFullRange)
            #expect(zip(pixel, color).allSatisfy { abs($0 - $1) <= 3 }, "\(color): \(pixel)")
        }
    }

    @Test("are colours themselves where the matrix says so")
    func identity() throws {
        let pixel = try Self.pixel([10, 20, 30], matrix: 0, isFullRange: true)
        #expect(zip(pixel, [30, 10, 20]).allSatisfy { abs($0 - $1) <= 2 }, "\(pixel)")
    }

    @Test("of gray are stretched to full range too")
    func gray() throws {
        let colors = HEIFFixture.box("colr", "nclx".utf8 + [0, 1, 0, 13, 0, 6, 0])
        for (sample, expected) in [(16, 0), (235, 255), (126, 128)] as [(UInt8, UInt8)] {
            var fixture = HEIFFixture.image(4, 4, [colors])
            fixture.items[0].data = [sample]
            let image = try HEIFFile(fixture.source).render(
                RenderRequest(), PaintedImages(), limits: .standard, cancellation: .never)
            #expect(image.buffer.pixel(1, 1) == [expected])
        }
    }

    private static func stored(_ c: [Double], red: Double, blue: Double, isFullRange: Bool) -> [Double] {
        let luma = red * c[0] + (1 - red - blue) * c[1] + blue * c[2]
        let cb = (c[2] - luma) / (2 * (1 - blue))
        let cr = (c[0] - luma) / (2 * (1 - red))
        if isFullRange { return [luma, cb + 128, cr + 128] }
        return [luma * 219 / 255 + 16, cb * 224 / 255 + 128, cr * 224 / 255 + 128]
    }

    /// A pixel of an image whose samples are all the same, and whose container says what they mean.
    private static func pixel(_ samples: [Double], matrix: UInt8, isFullRange: Bool) throws -> [Double] {
        let numbers: [UInt8] = [0, 1, 0, 13, 0, matrix, isFullRange ? 0x80 : 0]
        var fixture = HEIFFixture.image(4, 4, [HEIFFixture.box("colr", "nclx".utf8 + numbers)])
        fixture.items[0].data = samples.map { UInt8(max(0, min(255, $0.rounded()))) }
        let image = try HEIFFile(fixture.source).render(
            RenderRequest(), PaintedImages(.ycbcr(.yuv444)), limits: .standard, cancellation: .never)
        return try image.buffer.converted(to: .rgb8).pixel(1, 1).map(Double.init)
    }
}
