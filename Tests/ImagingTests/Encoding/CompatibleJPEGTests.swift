import Imaging
import PhotoFixtures
import PhotoModel
import Testing

@Suite("A photo as a JPEG that every program shows")
struct CompatibleJPEGTests {
    private static let date = CivilTime(year: 2024, month: 5, day: 6, hour: 7, minute: 8, second: 9)

    private func block(orientation: UInt16, thumbnail: [UInt8] = [], note: [UInt8] = [1]) -> [UInt8] {
        var fixture = TIFFFixture()
        fixture.main = [(0x010F, .ascii("Maker")), (0x0112, .short(orientation))]
        fixture.thumbnail = thumbnail
        fixture.exif = [
            (0x9003, .ascii("2024:05:06 07:08:09")), (0x927C, .undefined(note)), (0xA002, .short(9)),
            (0xA003, .long(9)),
        ]
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

    @Test("says how large it is, wherever the size of the photo was said", arguments: [false, true])
    func size(isBigEndian: Bool) throws {
        func block(_ width: UInt16, _ height: UInt16, orientation: UInt16) -> [UInt8] {
            var fixture = TIFFFixture(isBigEndian: isBigEndian)
            fixture.main = [
                (0x0100, .long(UInt32(width))), (0x0101, .short(height)), (0x0112, .short(orientation)),
            ]
            fixture.exif = [(0xA002, .short(width)), (0xA003, .long(UInt32(height)))]
            return fixture.block
        }
        let source = try written(CompatibleJPEG(), exif: block(64, 50, orientation: 6))
        #expect(try ImageDecoder().exifBlock(of: source) == block(48, 64, orientation: 1))
    }

    @Test("says that its colours are those of sRGB, also where the camera had written Adobe RGB")
    func colors() throws {
        func little(_ value: Int, _ width: Int) -> [UInt8] { (0..<width).map { UInt8(value >> ($0 * 8) & 0xFF) } }
        func directory(_ entries: [(tag: Int, type: Int, count: Int, value: [UInt8])]) -> [UInt8] {
            var bytes = little(entries.count, 2)
            for (tag, type, count, value) in entries {
                bytes += [little(tag, 2), little(type, 2), little(count, 4), value].joined()
            }
            return bytes + little(0, 4)
        }
        var block: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0]
        block += directory([(0x8769, 4, 1, little(26, 4))])
        block += directory([(0xA001, 3, 1, little(0xFFFF, 4)), (0xA005, 4, 1, little(56, 4))])
        block += directory([(1, 2, 4, Array("R03\0".utf8))])
        let image = try ImageDecoder().render(ImageSource(bytes: SamplePhoto.jpeg(48, 64)), RenderRequest())
        let written = try CompatibleJPEG().bytes(of: image, exif: block).dropFirst(12).prefix(block.count)
        var expected = block
        expected.replaceSubrange(36..<38, with: little(1, 2))
        expected.replaceSubrange(66..<70, with: "R98\0".utf8)
        #expect(Array(written) == expected)
    }

    @Test("leaves the place out where that is asked for")
    func place() throws {
        let source = try written(CompatibleJPEG(keepsLocation: false), exif: block(orientation: 6))
        let metadata = try ImageDecoder().metadata(of: source)
        #expect(metadata.location == nil && metadata.dateTimeOriginal == Self.date)
    }

    @Test("keeps what is short of an EXIF block that is longer than a JPEG can hold", arguments: [false, true])
    func longEXIF(keepsLocation: Bool) throws {
        let block = block(orientation: 6, note: [UInt8](repeating: 7, count: 90_000))
        let source = try written(CompatibleJPEG(keepsLocation: keepsLocation), exif: block)
        let metadata = try ImageDecoder().metadata(of: source)
        #expect(metadata.orientation == .upright && metadata.make == "Maker")
        #expect(metadata.dateTimeOriginal == Self.date && (metadata.location != nil) == keepsLocation)
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

    @Test("has of a TIFF what is said of the photo, and nothing of how that file stores it", arguments: [false, true])
    func tiff(keepsLocation: Bool) throws {
        var fixture = TIFFFixture()
        fixture.main = [
            (0x0100, .long(9000)), (0x0103, .short(7)), (0x010F, .ascii("Maker")), (0x0111, .long(8)),
            (0x0112, .short(6)), (0x0132, .ascii("2024:05:06 07:08:10")),
            (0x02BC, .bytes(MetadataFixture.packet("<dc:title>Title</dc:title>"))),
            (0x9C9B, .bytes([0x41, 0, 0x42, 0, 0, 0])), (0xC634, .undefined([UInt8](repeating: 7, count: 9000))),
        ]
        fixture.exif = [
            (0x9003, .ascii("2024:05:06 07:08:09")), (0x927C, .undefined(Array("Offsets of its own".utf8))),
        ]
        fixture.gps = [
            (0x0001, .ascii("N")), (0x0002, .rationals([(48, 1), (51, 1), (30, 1)])), (0x0003, .ascii("E")),
            (0x0004, .rationals([(2, 1), (17, 1), (40, 1)])),
        ]
        let photo = PhotoRewriting(ImageSource(bytes: fixture.placed(after: 100_000)))
        let block = try #require(
            photo.exifBlock(size: PixelSize(width: 48, height: 64), keepsLocation: keepsLocation))
        let metadata = try MetadataFixture(exif: block).metadata()
        #expect(metadata.orientation == .upright && metadata.make == "Maker" && metadata.title == "AB")
        #expect(metadata.dateTimeOriginal == Self.date && metadata.dateTimeChanged?.second == 10)
        #expect((metadata.location != nil) == keepsLocation)
        // The little-endian tags at the beginning of the first directory: 0x010F, 0x0112.
        #expect(block.count < 1000 && block.dropFirst(10).starts(with: [0x0F, 0x01]))
        #expect(block.dropFirst(22).starts(with: [0x12, 0x01]))
    }

    @Test("has nothing of a TIFF that says nothing")
    func silentTIFF() {
        var fixture = TIFFFixture()
        fixture.main = [(0x0100, .long(9000)), (0x0103, .short(7))]
        let photo = PhotoRewriting(ImageSource(bytes: fixture.block))
        #expect(photo.exifBlock(size: PixelSize(width: 48, height: 64), keepsLocation: true) == nil)
    }
}
