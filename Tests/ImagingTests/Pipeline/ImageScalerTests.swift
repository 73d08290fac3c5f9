import Imaging
import PhotoModel
import Testing

@Suite("Scaling a buffer")
struct ImageScalerTests {
    private static let formats: [PixelFormat] = [
        .gray8, .rgb8, .rgba8, .ycbcr8(.yuv420), .ycbcr8(.yuv444), .ycbcr8(.yuv422), .ycbcr8(.yuv411),
    ]

    @Test("keeps format and image, larger and smaller", arguments: formats, [8, 50, 200])
    func keepsFormat(format: PixelFormat, side: Int) throws {
        let image = try PixelBuffer.waves(100, 100).converted(to: format)
        let request = RenderRequest(targetSize: PixelSize(width: side, height: side), resizeMode: .exact)
        let result = try ImageScaler.scale(image, request)
        #expect(result.format == format)
        #expect(result.size == PixelSize(width: side, height: side))
        // The waves rise evenly: a pixel of the result has the mean of what it covers.
        let reference = try PixelBuffer.rgb(side, side) { x, y in
            let u = (2 * x + 1) * 255 / (2 * side)
            let v = (2 * y + 1) * 255 / (2 * side)
            return [UInt8(u), UInt8(v), UInt8((u * 3 + v * 2) / 5)]
        }
        #expect(try result.meanDifference(from: reference.converted(to: format)) < 4)
    }

    @Test("gives the buffer itself when nothing changes")
    func unchanged() throws {
        let image = try PixelBuffer.waves(10, 10)
        #expect(try ImageScaler.scale(image, RenderRequest()) === image)
        let larger = RenderRequest(targetSize: PixelSize(width: 99, height: 99))
        #expect(try ImageScaler.scale(image, larger) === image)
    }

    @Test("takes planes that are not aligned, as others allocate them")
    func unaligned() throws {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 101 * 100 + 1)
        memory.initialize(repeating: 77, count: 101 * 100 + 1)
        let size = PixelSize(width: 100, height: 100)
        let address = UInt(bitPattern: memory)
        let plane = PixelBuffer.Plane(base: memory + 1, stride: 101, size: size)
        let buffer = PixelBuffer(size: size, format: .gray8, colorSpace: .sRGB, planes: [plane]) {
            UnsafeMutablePointer<UInt8>(bitPattern: address)?.deallocate()
        }
        let result = try ImageScaler.scale(buffer, RenderRequest(targetSize: PixelSize(width: 9, height: 9)))
        #expect(result.pixel(4, 4) == [77])
    }
}
