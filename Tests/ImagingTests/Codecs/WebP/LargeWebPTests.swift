import Imaging
import PhotoModel
import Testing

/// Large enough to be decoded on a thread that can be left behind.
@Suite("A large WebP")
struct LargeWebPTests {
    private static let size = PixelSize(width: 3200, height: 2700)

    @Test("is rendered like the pixels that were encoded")
    func renders() throws {
        let bytes = try WebPEncoder(quality: 0, isLossless: true).encode(Self.stripes())
        let rendered = try ImageDecoder().render(ImageSource(bytes: bytes), RenderRequest())
        #expect(rendered.size == Self.size)
        for (x, y) in [(0, 0), (3199, 0), (1600, 1350), (7, 2699)] {
            #expect(rendered.pixel(x, y) == [UInt8(y / 64), UInt8(255 - y / 64), 40])
        }
    }

    @Test("that is cut off is an error, also when another thread finds it")
    func cutOff() throws {
        let bytes = try WebPEncoder(quality: 0, isLossless: true).encode(Self.stripes())
        let source = ImageSource(bytes: Array(bytes.dropLast(bytes.count / 3)))
        let error = #expect(throws: ImagingError.self) { try ImageDecoder().render(source, RenderRequest()) }
        guard case .corrupt = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// Rows of one colour, made row by row: a pixel at a time takes long without optimisation.
    private static func stripes() throws -> PixelBuffer {
        let buffer = try PixelBuffer(size: size, format: .rgb8, colorSpace: .sRGB)
        let plane = buffer.planes[0]
        for start in stride(from: 0, to: size.height, by: 64) {
            let pixel = [UInt8(start / 64), UInt8(255 - start / 64), 40]
            let row = [[UInt8]](repeating: pixel, count: size.width).flatMap { $0 }
            for y in start..<min(start + 64, size.height) {
                (plane.base + y * plane.stride).update(from: row, count: row.count)
            }
        }
        return buffer
    }
}
