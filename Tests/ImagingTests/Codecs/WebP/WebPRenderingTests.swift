import Imaging
import PhotoModel
import Testing

@Suite("Rendering WebP")
struct WebPRenderingTests {
    /// Three by two pixels, lossless: red, green, blue; nothing, yellow, and a dark colour at half strength.
    private static let file: [UInt8] = [
        0x52, 0x49, 0x46, 0x46, 0x4A, 0x00, 0x00, 0x00, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50, 0x38, 0x4C, 0x3D, 0x00,
        0x00, 0x00, 0x2F, 0x02, 0x40, 0x00, 0x10, 0x2F, 0xA0, 0xA0, 0x6D, 0x1B, 0xA6, 0x7F, 0xFC, 0x11, 0x8F, 0x06,
        0x99, 0xB4, 0x4D, 0xE8, 0x35, 0xFF, 0x86, 0xA7, 0x20, 0x6D, 0x03, 0x66, 0xDF, 0xBF, 0xE3, 0x11, 0x48, 0xDA,
        0x18, 0x7D, 0x4F, 0xFE, 0x80, 0xFF, 0x11, 0x0E, 0x04, 0xCA, 0xBB, 0x2D, 0x28, 0x64, 0x1B, 0x01, 0x4E, 0xED,
        0x1E, 0x83, 0x63, 0xB8, 0x88, 0xFE, 0xC7, 0x78, 0x01, 0x00,
    ]

    @Test("keeps the alpha of a lossless image whose canvas says that it has none")
    func unsaidAlpha() throws {
        let canvas = Array("VP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0]
        var bytes = Self.file.prefix(12) + canvas + Self.file.dropFirst(12)
        bytes[4] += UInt8(canvas.count)
        let source = ImageSource(bytes: Array(bytes))
        #expect(try ImageDecoder().header(of: source).hasAlpha)
        let image = try ImageDecoder().render(source, RenderRequest())
        #expect(image.pixel(0, 0)[3] == 255 && image.pixel(0, 1)[3] == 0 && image.pixel(2, 1)[3] == 128)
    }

    @Test("gives every pixel of a lossless file")
    func lossless() throws {
        let source = ImageSource(bytes: Self.file)
        let header = try ImageDecoder().header(of: source)
        #expect(header.format == .webp && header.hasAlpha && header.storedSize == PixelSize(width: 3, height: 2))
        let image = try ImageDecoder().render(source, RenderRequest())
        let pixels = (0..<6).map { image.pixel($0 % 3, $0 / 3) }
        #expect(
            pixels == [
                [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [9, 9, 9, 0], [255, 255, 0, 255], [1, 2, 3, 128],
            ]
        )
    }

    @Test("cuts out the part that was asked for")
    func crops() throws {
        let request = RenderRequest(crop: PixelRect(x: 1, y: 0, width: 1, height: 1))
        #expect(try ImageDecoder().render(ImageSource(bytes: Self.file), request).pixel(0, 0) == [0, 255, 0, 255])
    }

    @Test("refuses files that are cut off or changed, or gives an image, but always ends")
    func damaged() {
        for length in 0..<Self.file.count {
            #expect(throws: ImagingError.self) {
                try ImageDecoder().render(ImageSource(bytes: Array(Self.file.prefix(length))), RenderRequest())
            }
        }
        for index in Self.file.indices {
            var bytes = Self.file
            bytes[index] ^= 0x55
            _ = try? ImageDecoder().render(ImageSource(bytes: bytes), RenderRequest())
        }
    }
}
