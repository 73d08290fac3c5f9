import Imaging
import PhotoFixtures
import PhotoModel
import Testing

@Suite("A photo as a JPEG that every program shows")
struct CompatibleJPEGTests {
    private static let date = CivilTime(year: 2024, month: 5, day: 6, hour: 7, minute: 8, second: 9)

    private func block(orientation: UInt16, thumbnail: [UInt8] = []) -> [UInt8] {
        var fixture = TIFFFixture()
        fixture.main = [(0x010F, .ascii("Maker")), (0x0112, .short(orientation))]
        fixture.thumbnail = thumbnail
        fixture.exif = [(0x9003, .ascii("2024:05:06 07:08:09")), (0xA002, .short(9)), (0xA003, .long(9))]
        fixture.gps = [
            (0x0001, .ascii("N")), (0x0002, .rationals([(48, 1), (51, 1), (30, 1)])), (0x0003, .ascii("E")),
            (0x0004, .rationals([(2, 1), (17, 1), (40, 1)])),
        ]
        return fixture.block
    }

    private func written(_ photo: CompatibleJPEG, exif: [UInt8]?) throws -> ImageSource {
        let image = try ImageDecoder().render(ImageSource(bytes: SamplePhoto.jpeg(48, 64)), RenderRequest())
        return ImageSource(bytes: try photo.bytes(of: image, exif: exif))
    }

    @Test("keeps what EXIF says of it, but not how it was turned")
    func exif() throws {
        for orientation: UInt16 in [1, 3, 6, 8] {
            let source = try written(CompatibleJPEG(), exif: block(orientation: orientation))
            let header = try ImageDecoder().header(of: source)
            #expect(header.orientation == .upright && header.orientedSize == PixelSize(width: 48, height: 64))
            let metadata = try ImageDecoder().metadata(of: source)
            #expect(metadata.orientation == .upright && metadata.make == "Maker")
            #expect(metadata.dateTimeOriginal == Self.date && metadata.location != nil)
        }
    }

    @Test("leaves the place out where that is asked for")
    func place() throws {
        let source = try written(CompatibleJPEG(keepsLocation: false), exif: block(orientation: 6))
        let metadata = try ImageDecoder().metadata(of: source)
        #expect(metadata.location == nil && metadata.dateTimeOriginal == Self.date)
    }

    @Test("is whole without EXIF, and with one that is damaged or too long")
    func withoutEXIF() throws {
        let long = block(orientation: 6) + [UInt8](repeating: 0, count: 70_000)
        for exif in [nil, [1, 2, 3], Array(block(orientation: 6).prefix(20)), long] {
            let source = try written(CompatibleJPEG(), exif: exif)
            #expect(try ImageDecoder().header(of: source).orientedSize == PixelSize(width: 48, height: 64))
        }
    }

    @Test("has no thumbnail, which would show the old image")
    func thumbnail() throws {
        let block = block(orientation: 1, thumbnail: try SamplePhoto.jpeg(24, 32))
        let source = try written(CompatibleJPEG(), exif: block)
        #expect(try ImageDecoder().embeddedThumbnail(of: source) == nil)
    }
}
