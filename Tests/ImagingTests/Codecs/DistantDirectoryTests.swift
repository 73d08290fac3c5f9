import Imaging
import PhotoModel
import Testing

@Suite("RAW files whose directories are far from their beginning")
struct DistantDirectoryTests {
    /// A DNG whose header is followed by so many zeros, then by its directories.
    private func file(after gap: Int, isBigEndian: Bool) -> [UInt8] {
        var fixture = TIFFFixture(isBigEndian: isBigEndian)
        fixture.main = [
            (0x010F, .ascii("Sample Maker")), (0x0110, .ascii("Sample One")), (0x0112, .short(6)),
            (0x02BC, .bytes(MetadataFixture.packet("<dc:title>Far away</dc:title>"))),
            (0xC612, .bytes([1, 4, 0, 0])), (0xC634, .undefined([UInt8](repeating: 7, count: 70_000))),
        ]
        fixture.exif = [
            (0x829A, .rationals([(1, 250)])), (0x829D, .rationals([(28, 10)])), (0x8827, .short(400)),
            (0x9003, .ascii("2021:01:31 10:21:30")), (0x9011, .ascii("+01:00")), (0x920A, .rationals([(50, 1)])),
            (0x927C, .undefined(Array("Maker with offsets of its own".utf8))), (0xA005, .long(77)),
            (0xA434, .ascii("50mm F2.8")),
        ]
        fixture.gps = [
            (0x0001, .ascii("N")), (0x0002, .rationals([(48, 1), (51, 1), (30, 1)])), (0x0003, .ascii("W")),
            (0x0004, .rationals([(2, 1), (17, 1), (40, 1)])),
        ]
        return fixture.placed(after: gap)
    }

    @Test("say all that they say elsewhere", arguments: [false, true], [0, 10, 70_000, 300_001])
    func distances(isBigEndian: Bool, gap: Int) throws {
        let source = ImageSource(bytes: file(after: gap, isBigEndian: isBigEndian))
        #expect(try ImageFile(source).format == .dng)
        let metadata = try ImageDecoder().metadata(of: source)
        #expect(metadata.make == "Sample Maker" && metadata.model == "Sample One" && metadata.lens == "50mm F2.8")
        #expect(metadata.exposureTime == 1.0 / 250 && metadata.fNumber == 2.8 && metadata.isoSpeed == 400)
        #expect(metadata.focalLength == 50 && metadata.orientation == .rotated90 && metadata.title == "Far away")
        #expect(metadata.dateTimeOriginal == CivilTime("2021-01-31T10:21:30+01:00"))
        #expect(abs(try #require(metadata.location).longitude + 2.294_444) < 1e-6)
    }

    @Test("are read at any length of them without harm")
    func cutOff() throws {
        let whole = file(after: 66_000, isBigEndian: false)
        for length in stride(from: 0, to: whole.count, by: 997) {
            _ = try? ImageDecoder().metadata(of: ImageSource(bytes: Array(whole.prefix(length))))
        }
        var cyclic = whole
        // Every pointer leads back to the first directory.
        for index in cyclic.indices.dropFirst(66_000).prefix(200) where cyclic[index] == 0x69 { cyclic[index + 8] = 8 }
        _ = try? ImageDecoder().metadata(of: ImageSource(bytes: cyclic))
    }
}
