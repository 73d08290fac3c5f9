import Imaging
import PhotoModel
import Testing

@Suite("Images that are stored in another way than their files say")
struct FurtherTurnTests {
    private static let all = Orientation.allCases.flatMap { one in Orientation.allCases.map { (one, $0) } }

    private func file(_ orientation: Orientation, thumbnail: [UInt8] = []) throws -> ImageSource {
        let jpeg = try JPEGEncoder(quality: 95).encode(.waves(83, 61))
        let exif = EXIFFixture(orientation: UInt16(orientation.rawValue), thumbnail: thumbnail)
        return ImageSource(bytes: exif.inserted(into: jpeg))
    }

    private func decoder(_ orientation: Orientation) -> ImageDecoder {
        var decoder = ImageDecoder()
        decoder.orientation = orientation
        return decoder
    }

    @Test("are as if their files said it: header, any part, any size", arguments: all)
    func alike(own: Orientation, wanted: Orientation) throws {
        let (turned, expected) = (try file(own), try file(wanted))
        #expect(try decoder(wanted).header(of: turned) == ImageDecoder().header(of: expected))
        let requests = [
            RenderRequest(), RenderRequest(crop: PixelRect(x: 3, y: 8, width: 40, height: 31)),
            RenderRequest(targetSize: PixelSize(width: 30, height: 40)),
            RenderRequest(targetSize: PixelSize(width: 24, height: 24), contentMode: .aspectFill),
            RenderRequest(
                targetSize: PixelSize(width: 200, height: 90), contentMode: .aspectFill, resizeMode: .exact,
                crop: PixelRect(x: 1, y: 0, width: 47, height: 58)),
            RenderRequest(targetSize: PixelSize(width: 20, height: 20), resizeMode: .none),
        ]
        for request in requests {
            let found = try decoder(wanted).render(turned, request)
            let right = try ImageDecoder().render(expected, request)
            #expect(found.size == right.size && found.format == right.format, "\(request)")
            // Filters round as they go; an image that is turned wrongly is off by fifty and more.
            #expect(try found.meanDifference(from: right) < 1.5, "\(request)")
        }
    }

    @Test("have a thumbnail that is turned like them", arguments: all)
    func thumbnails(own: Orientation, wanted: Orientation) throws {
        let small = try JPEGEncoder(quality: 95).encode(.waves(42, 31))
        let found = try #require(try decoder(wanted).embeddedThumbnail(of: file(own, thumbnail: small)))
        let right = try #require(try ImageDecoder().embeddedThumbnail(of: file(wanted, thumbnail: small)))
        #expect(found.size == right.size)
        #expect(try found.meanDifference(from: right) < 1.5)
    }

    @Test("may have transparency")
    func alpha() throws {
        let picture = try PixelBuffer.filled(5, 3, .rgba8) { x, y in [UInt8(x * 40), UInt8(y * 80), 7, UInt8(100 + x)] }
        let png = ImageSource(bytes: try PNGEncoder().encode(picture))
        let found = try decoder(.rotated90).render(png, RenderRequest())
        #expect(found.size == PixelSize(width: 3, height: 5) && found.format == .rgba8)
        for y in 0..<5 { for x in 0..<3 { #expect(found.pixel(x, y) == picture.pixel(y, 2 - x)) } }
    }

    @Test("refuse a part that is not inside of them, and what takes more memory than is allowed")
    func refusals() throws {
        let upright = try file(.upright)
        let beside = RenderRequest(crop: PixelRect(x: 0, y: 0, width: 83, height: 61))
        #expect(throws: ImagingError.self) { try decoder(.rotated90).render(upright, beside) }
        var scarce = ImageDecoder(
            limits: ImageLimits(maxPixels: 1 << 20, maxFileBytes: 1 << 20, maxMemoryBytes: 20_000))
        scarce.orientation = .rotated90
        #expect(throws: ImagingError.self) { try scarce.render(upright, RenderRequest()) }
    }
}
