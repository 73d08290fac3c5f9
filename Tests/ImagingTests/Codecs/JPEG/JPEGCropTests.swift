import Imaging
import PhotoModel
import Testing

@Suite("A part of a JPEG")
struct JPEGCropTests {
    private func file(
        _ width: Int, _ height: Int, _ orientation: Orientation = .upright, _ subsampling: ChromaSubsampling = .yuv420
    ) throws -> ImageSource {
        let image = try PixelBuffer.waves(width, height).converted(to: .ycbcr8(subsampling))
        let jpeg = try JPEGEncoder(quality: 95).encode(image)
        return ImageSource(bytes: EXIFFixture(orientation: UInt16(orientation.rawValue)).inserted(into: jpeg))
    }

    private func sample(_ buffer: PixelBuffer, _ plane: Int, _ x: Int, _ y: Int) -> UInt8 {
        defer { withExtendedLifetime(buffer) {} }
        return buffer.planes[plane].base[y * buffer.planes[plane].stride + x]
    }

    /// The first sample of a plane that is not what the whole image has, so many columns and rows further; nil if all are.
    private func firstDifference(
        _ part: PixelBuffer, from whole: PixelBuffer, plane: Int = 0, right: Int, down: Int
    ) -> String? {
        let size = part.planes[plane].size
        let place = (0..<size.pixelCount).first { place in
            let (x, y) = (place % size.width, place / size.width)
            return sample(part, plane, x, y) != sample(whole, plane, x + right, y + down)
        }
        return place.map { "column \($0 % size.width), row \($0 / size.width) of \(size)" }
    }

    @Test(
        "has the luma of the whole image, wherever it begins and however that is turned",
        arguments: Orientation.allCases)
    func luma(orientation: Orientation) throws {
        for subsampling in [ChromaSubsampling.yuv420, .yuv422, .yuv444] {
            let source = try file(83, 61, orientation, subsampling)
            let whole = try ImageDecoder().render(source, RenderRequest())
            let crops = [
                PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: 7, y: 9, width: 33, height: 20),
                PixelRect(x: 16, y: 8, width: 24, height: 32),
                PixelRect(x: whole.size.width - 13, y: whole.size.height - 5, width: 13, height: 5),
            ]
            for crop in crops {
                let part = try ImageDecoder().render(source, RenderRequest(crop: crop))
                #expect(part.size == crop.size && part.format == whole.format)
                let found = firstDifference(part, from: whole, right: crop.x, down: crop.y)
                #expect(found == nil, "\(crop), \(subsampling)")
            }
        }
    }

    @Test("has the chroma of the whole image where it begins and ends between two samples of that")
    func chroma() throws {
        let source = try file(83, 61)
        let whole = try ImageDecoder().render(source, RenderRequest())
        let crops = [PixelRect(x: 6, y: 10, width: 40, height: 22), PixelRect(x: 32, y: 0, width: 51, height: 61)]
        for crop in crops {
            let part = try ImageDecoder().render(source, RenderRequest(crop: crop))
            for plane in 1...2 {
                let found = firstDifference(part, from: whole, plane: plane, right: crop.x / 2, down: crop.y / 2)
                #expect(found == nil, "\(crop), plane \(plane)")
            }
        }
    }

    @Test("of any size will do is a part of the whole at that scale, from the sample on that its corner is in")
    func scaled() throws {
        let source = try file(240, 160)
        func render(_ width: Int, _ height: Int, crop: PixelRect? = nil) throws -> PixelBuffer {
            let size = PixelSize(width: width, height: height)
            return try ImageDecoder().render(source, RenderRequest(targetSize: size, resizeMode: .none, crop: crop))
        }
        let whole = try render(60, 40)
        #expect(whole.size == PixelSize(width: 60, height: 40))
        let part = try render(25, 20, crop: PixelRect(x: 33, y: 17, width: 100, height: 80))
        #expect(part.size == PixelSize(width: 25, height: 20))
        #expect(firstDifference(part, from: whole, right: 8, down: 4) == nil)
        let corner = try render(1, 1, crop: PixelRect(x: 231, y: 153, width: 9, height: 7))
        #expect(corner.size == PixelSize(width: 3, height: 2))
        #expect(firstDifference(corner, from: whole, right: 57, down: 38) == nil)
    }
}
