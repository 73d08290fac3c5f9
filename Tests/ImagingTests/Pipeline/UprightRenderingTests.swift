import Imaging
import PhotoFixtures
import PhotoModel
import Testing

@Suite("Turning upright")
struct UprightRenderingTests {
    /// A JPEG whose stored pixels are turned so that `orientation` brings the image upright again.
    private func file(
        _ orientation: Orientation, _ upright: PixelBuffer, enlargedBy factor: Int = 1
    ) throws -> ImageSource {
        let size = orientation.inverse.apply(to: upright.size)
        let stored = try PixelBuffer.rgb(size.width, size.height) { x, y in
            let moved = orientation.apply(to: PixelRect(x: x, y: y, width: 1, height: 1), in: size)
            return upright.pixel(moved.x, moved.y)
        }
        let box = PixelSize(width: size.width * factor, height: size.height * factor)
        let large = try ImageScaler.scale(stored, RenderRequest(targetSize: box, resizeMode: .exact))
        let jpeg = try JPEGEncoder(quality: 95).encode(large)
        return ImageSource(bytes: EXIFFixture(orientation: UInt16(orientation.rawValue)).inserted(into: jpeg))
    }

    @Test("gives the same image for all eight orientations, scaled", arguments: Orientation.allCases)
    func sameScaled(orientation: Orientation) throws {
        let source = try file(orientation, .quarters(320, 192))
        #expect(try ImageDecoder().header(of: source).orientation == orientation)
        let image = try ImageDecoder().render(source, RenderRequest(targetSize: PixelSize(width: 40, height: 40)))
        #expect(image.size == PixelSize(width: 40, height: 24))
        let difference = largestDifference(try image.quarters(), try PixelBuffer.quarters(40, 24).quarters())
        #expect(difference < 6, "\(difference)")
    }

    @Test("gives the same image for all eight orientations, at full size and odd", arguments: Orientation.allCases)
    func sameFull(orientation: Orientation) throws {
        let source = try file(orientation, .waves(33, 17))
        let image = try ImageDecoder().render(source, RenderRequest())
        #expect(image.size == PixelSize(width: 33, height: 17))
        #expect(try image.meanDifference(from: .waves(33, 17)) < 4)
    }

    /// Planes of more than a megabyte are turned in bands.
    @Test("gives the same image for all eight orientations, in several pieces", arguments: Orientation.allCases)
    func sameLarge(orientation: Orientation) throws {
        let image = try ImageDecoder().render(file(orientation, .quarters(64, 48), enlargedBy: 33), RenderRequest())
        #expect(image.size == PixelSize(width: 64 * 33, height: 48 * 33))
        let small = try ImageScaler.scale(image, RenderRequest(targetSize: PixelSize(width: 64, height: 48)))
        let difference = largestDifference(try small.quarters(), try PixelBuffer.quarters(64, 48).quarters())
        #expect(difference < 6, "\(difference)")
    }

    @Test("cuts the part that was asked for out of the upright image", arguments: Orientation.allCases)
    func cropsUpright(orientation: Orientation) throws {
        let source = try file(orientation, .quarters(320, 192))
        let crop = PixelRect(x: 168, y: 8, width: 144, height: 80)  // Inside the green quarter.
        let request = RenderRequest(targetSize: PixelSize(width: 36, height: 20), crop: crop)
        let image = try ImageDecoder().render(source, request)
        let green = try PixelBuffer.rgb(36, 20) { _, _ in [40, 180, 40] }
        #expect(try image.meanDifference(from: green) < 3)
    }

    @Test("ignores orientations that do not exist", arguments: [0, 9, 0xFFFF] as [UInt16])
    func ignoresNonsense(value: UInt16) throws {
        let jpeg = try JPEGEncoder().encode(.quarters(16, 16))
        let source = ImageSource(bytes: EXIFFixture(orientation: value).inserted(into: jpeg))
        #expect(try ImageDecoder().header(of: source).orientation == .upright)
    }
}
