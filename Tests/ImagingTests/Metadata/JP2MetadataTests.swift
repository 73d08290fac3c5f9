import Imaging
import Testing

@Suite("Metadata in the boxes of a JPEG 2000")
struct JP2MetadataTests {
    private static let photoshopEXIF: [UInt8] = [
        0x05, 0x37, 0xCD, 0xAB, 0x9D, 0x0C, 0x44, 0x31, 0xA7, 0x2A, 0xFA, 0x56, 0x1F, 0x2A, 0x11, 0x3E,
    ]
    private static let namesOfIPTC: [[UInt8]] = [
        [0x33, 0xC7, 0xA4, 0xD2, 0xB8, 0x1D, 0x47, 0x23, 0xA0, 0xBA, 0xF1, 0xA3, 0xE0, 0x97, 0xAD, 0x38],
        [0x09, 0xA1, 0x4E, 0x97, 0xC0, 0xB4, 0x42, 0xE0, 0xBE, 0xBF, 0x36, 0xDF, 0x6F, 0x0C, 0xE3, 0x6F],
    ]

    private func metadata(_ boxes: [UInt8]...) throws -> ImageMetadata {
        let signature = [UInt8].box("jP  ", [0x0D, 0x0A, 0x87, 0x0A])
        return try ImageDecoder().metadata(of: ImageSource(bytes: signature + boxes.flatMap(\.self)))
    }

    @Test("is EXIF under each of its names, with or without the bytes in front that it has in a JPEG")
    func exif() throws {
        var fixture = TIFFFixture()
        fixture.main = [(0x010F, .ascii("Maker"))]
        for name in [Array("JpgTiffExif->JP2".utf8), Self.photoshopEXIF] {
            for beginning in [[], Array("Exif\0\0".utf8)] {
                #expect(try metadata([UInt8].box("uuid", name, beginning, fixture.block)).make == "Maker")
            }
        }
    }

    @Test("is IPTC under each of its names", arguments: namesOfIPTC)
    func iptc(name: [UInt8]) throws {
        let found = try metadata([UInt8].box("uuid", name, MetadataFixture.dataSet(5, "Sea")))
        #expect(found.title == "Sea")
    }
}
