import Imaging
import PhotoModel
import Testing

@Suite("What EXIF says in the first directory, where Android's DngCreator writes it")
struct MisplacedTagTests {
    private func fixture(isBigEndian: Bool) -> TIFFFixture {
        var fixture = TIFFFixture(isBigEndian: isBigEndian)
        fixture.main = [
            (0x010F, .ascii("Google")), (0x829A, .rationals([(1, 250)])), (0x829D, .rationals([(28, 10)])),
            (0x8827, .short(400)), (0x9003, .ascii("2021:01:31 10:21:30")), (0x9011, .ascii("+01:00")),
            (0x9286, .undefined(Array("ASCII\0\0\0Hello".utf8))), (0x9291, .ascii("25")),
            (0x920A, .rationals([(50, 1)])), (0xA434, .ascii("50mm F2.8")),
        ]
        fixture.main.sort { $0.0 < $1.0 }
        return fixture
    }

    private func expect(_ metadata: ImageMetadata) {
        #expect(metadata.dateTimeOriginal == CivilTime("2021-01-31T10:21:30.25+01:00"))
        #expect(metadata.exposureTime == 1.0 / 250 && metadata.fNumber == 2.8 && metadata.isoSpeed == 400)
        #expect(metadata.focalLength == 50 && metadata.lens == "50mm F2.8" && metadata.userComment == "Hello")
        #expect(metadata.make == "Google")
    }

    @Test("counts in a JPEG", arguments: [false, true])
    func jpeg(isBigEndian: Bool) throws {
        expect(try MetadataFixture(exif: fixture(isBigEndian: isBigEndian).block).metadata())
    }

    @Test("counts in TIFF and DNG, with a directory of EXIF and without", arguments: [false, true], [false, true])
    func tiff(isBigEndian: Bool, isDNG: Bool) throws {
        var fixture = fixture(isBigEndian: isBigEndian)
        if isDNG { fixture.main.append((0xC612, .bytes([1, 4, 0, 0]))) }
        expect(try ImageDecoder().metadata(of: ImageSource(bytes: fixture.block)))
        fixture.exif = [(0x9004, .ascii("2021:01:31 10:21:31"))]
        let both = try ImageDecoder().metadata(of: ImageSource(bytes: fixture.block))
        expect(both)
        #expect(both.dateTimeDigitized?.second == 31)
    }

    @Test("counts less than what is in the directory of EXIF", arguments: [false, true])
    func both(isTIFF: Bool) throws {
        var fixture = fixture(isBigEndian: false)
        fixture.exif = [(0x8827, .short(100)), (0x9003, .ascii("2020:02:03 04:05:06"))]
        let metadata =
            isTIFF
            ? try ImageDecoder().metadata(of: ImageSource(bytes: fixture.block))
            : try MetadataFixture(exif: fixture.block).metadata()
        #expect(metadata.isoSpeed == 100 && metadata.dateTimeOriginal?.year == 2020 && metadata.fNumber == 2.8)
    }
}
