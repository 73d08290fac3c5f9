import Imaging
import PhotoFixtures
import PhotoModel
import Testing

@Suite("A preview hash")
struct PreviewHashTests {
    @Test(
        "has at most eight cells along the longer side, in the image's shape",
        arguments: [
            (400, 300, "8x6"), (300, 400, "6x8"), (256, 256, "8x8"), (4000, 100, "8x1"), (1, 900, "1x8"), (3, 2, "3x2"),
            (1, 1, "1x1"), (9, 5, "8x4"),
        ])
    func shape(width: Int, height: Int, expected: String) throws {
        let previewHash = try PreviewHash(PixelBuffer.waves(width, height))
        #expect(previewHash.size.description == expected && !previewHash.hasAlpha)
        #expect(previewHash.bytes.count <= PreviewHash.maximumByteCount)
    }

    private static let formats: [PixelFormat] = [
        .rgb8, .rgba8, .ycbcr8(.yuv420), .ycbcr8(.yuv444), .ycbcr8(.yuv422), .ycbcr8(.yuv440), .ycbcr8(.yuv411),
    ]

    @Test("shows what the image shows, whatever its format", arguments: formats)
    func content(format: PixelFormat) throws {
        let image = try PixelBuffer.quarters(320, 240)
        let previewHash = try PreviewHash(image.converted(to: format))
        let cells = try previewHash.pixels()
        #expect(largestDifference(try cells.quarters(), try image.quarters()) <= 3)
    }

    @Test("of a gray image is gray")
    func gray() throws {
        let image = try PixelBuffer.filled(64, 64, .gray8) { x, _ in [x < 32 ? 40 : 200] }
        let cells = try PreviewHash(image).pixels()
        #expect(cells.pixel(0, 3) == [40, 40, 40] && cells.pixel(7, 3) == [200, 200, 200])
    }

    @Test("mixes in linear light: black and white make 188, not 128")
    func linearLight() throws {
        let checks = try PixelBuffer.rgb(64, 64) { x, y in (x + y) % 2 == 0 ? [0, 0, 0] : [255, 255, 255] }
        let cell = try PreviewHash(checks).pixels().pixel(4, 4)
        #expect(cell.allSatisfy { abs(Int($0) - 188) <= 1 }, "\(cell)")
    }

    @Test("keeps alpha, and mixes no colour out of transparent pixels")
    func alpha() throws {
        let image = try PixelBuffer.filled(70, 70, .rgba8) { x, y in
            y < 35 ? [0, 255, 0, 0] : x % 2 == 0 ? [200, 10, 10, 255] : [0, 255, 0, 0]
        }
        let previewHash = try PreviewHash(image)
        #expect(previewHash.hasAlpha && previewHash.bytes.count == PreviewHash.maximumByteCount)
        let cells = try previewHash.pixels()
        #expect(cells.pixel(0, 0) == [0, 0, 0, 0])
        #expect(cells.pixel(3, 6) == [200, 10, 10, 128])
    }

    @Test("of an opaque image with an alpha channel has none")
    func opaque() throws {
        let image = try PixelBuffer.waves(40, 40).converted(to: .rgba8)
        #expect(try !PreviewHash(image).hasAlpha)
    }

    @Test("is in sRGB, also when the image is not")
    func colors() throws {
        let red = try PixelBuffer.rgb(40, 40, colorSpace: .displayP3) { _, _ in [200, 60, 60] }
        let cell = try PreviewHash(red).pixels().pixel(2, 2)
        #expect(cell[0] > 210 && cell[1] < 50, "\(cell)")
    }

    @Test("comes back from its bytes")
    func roundTrip() throws {
        for format in [PixelFormat.rgb8, .rgba8] {
            let image = try PixelBuffer.filled(30, 20, format) { x, y in
                [UInt8(x * 8), UInt8(y * 12), 77, UInt8(x)].prefix(format.bytesPerPixel).map { $0 }
            }
            let made = try PreviewHash(image)
            let read = try #require(PreviewHash(bytes: made.bytes))
            #expect(read == made && read.size == made.size)
            #expect(try read.pixels().format == format)
        }
    }

    @Test("is not made of bytes that contradict themselves")
    func invalidBytes() throws {
        let good = try PreviewHash(PixelBuffer.waves(40, 30)).bytes
        #expect(PreviewHash(bytes: good) != nil)
        #expect(PreviewHash(bytes: []) == nil)
        #expect(PreviewHash(bytes: Array(good.dropLast())) == nil)
        #expect(PreviewHash(bytes: good + [0]) == nil)
        for (place, value) in [(0, 0), (0, 2), (1, 1), (1, 2), (2, 0), (2, 9), (3, 0), (3, 255)] as [(Int, UInt8)] {
            var bytes = good
            bytes[place] = value
            #expect(PreviewHash(bytes: bytes) == nil, "byte \(place) = \(value)")
        }
        #expect(PreviewHash(bytes: [1, 1, 8, 1] + [UInt8](repeating: 0, count: 32)) == nil)
    }
}
