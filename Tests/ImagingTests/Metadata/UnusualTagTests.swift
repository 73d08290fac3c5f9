import Imaging
import PhotoModel
import Testing

@Suite("Metadata that is written in unusual ways")
struct UnusualTagTests {
    private func metadata(_ change: (inout TIFFFixture) -> Void, bigEndian: Bool = false) throws -> ImageMetadata {
        var fixture = TIFFFixture(isBigEndian: bigEndian)
        change(&fixture)
        return try MetadataFixture(exif: fixture.block).metadata()
    }

    @Test("Coordinates may be signed fractions, with their sign or with a letter", arguments: [false, true])
    func signedCoordinates(isBigEndian: Bool) throws {
        let cases: [(latitude: Int32, reference: String)] = [(33, "S"), (-33, "S"), (-33, "N")]
        for (latitude, reference) in cases {
            let north: [(Int32, Int32)] = [(latitude, 1), (51, 1), (3000, 100)]
            let east: [(Int32, Int32)] = [(151, 1), (12, 1), (0, 1)]
            var fixture = TIFFFixture(isBigEndian: isBigEndian)
            fixture.gps = [
                (0x0001, .ascii(reference)), (0x0002, .signedRationals(north)), (0x0003, .ascii("E")),
                (0x0004, .signedRationals(east)), (0x0005, .bytes([1])), (0x0006, .signedRationals([(-25, 2)])),
            ]
            let found = try MetadataFixture(exif: fixture.block).metadata()
            let place = try #require(found.location)
            #expect(abs(place.latitude + 33.858_333) < 1e-6 && abs(place.longitude - 151.2) < 1e-6)
            #expect(found.altitude == -12.5)
        }
    }

    @Test("A rating may be a signed number", arguments: [false, true])
    func signedRating(isBigEndian: Bool) throws {
        #expect(try metadata({ $0.main = [(0x4746, .signedLong(4))] }, bigEndian: isBigEndian).rating == 4)
        #expect(try metadata({ $0.main = [(0x4746, .signedLong(-1))] }, bigEndian: isBigEndian).rating == nil)
    }

    @Test("The lens is EXIF's, else that of XMP")
    func lenses() throws {
        let xmp = MetadataFixture.packet(attributes: "aux:Lens='EF50mm f/1.8'", "")
        #expect(try MetadataFixture(xmp: xmp).metadata().lens == "EF50mm f/1.8")
        let both = MetadataFixture.packet(attributes: "aux:Lens='short' exifEX:LensModel='EF50mm f/1.8 STM'", "")
        #expect(try MetadataFixture(xmp: both).metadata().lens == "EF50mm f/1.8 STM")
        var exif = TIFFFixture()
        exif.exif = [(0xA434, .ascii("of EXIF"))]
        #expect(try MetadataFixture(exif: exif.block, xmp: both).metadata().lens == "of EXIF")
    }

    @Test("A clock without a zone takes it from where the same clock shows the same")
    func zones() throws {
        var exif = TIFFFixture()
        exif.exif = [(0x9003, .ascii("2021:01:31 10:21:30")), (0x9291, .ascii("25"))]
        let record = MetadataFixture.dataSet(55, "20210131") + MetadataFixture.dataSet(60, "102130+0130")
        let found = try MetadataFixture(exif: exif.block, iptc: record).metadata().dateTimeOriginal
        #expect(found?.utcOffsetMinutes == 90 && found?.millisecond == 250)
        let xmp = MetadataFixture.packet(attributes: "photoshop:DateCreated='2021-01-31T10:21:30-05:00'", "")
        #expect(try MetadataFixture(exif: exif.block, xmp: xmp).metadata().dateTimeOriginal?.utcOffsetMinutes == -300)
        let other = MetadataFixture.packet(attributes: "photoshop:DateCreated='2021-01-31T11:21:30-05:00'", "")
        #expect(try MetadataFixture(exif: exif.block, xmp: other).metadata().dateTimeOriginal?.utcOffsetMinutes == nil)
        // What programs write who do not know the zone, or know that of their computer.
        let unknown = MetadataFixture.dataSet(55, "20210131") + MetadataFixture.dataSet(60, "102130+0000")
        let copy = MetadataFixture.packet(attributes: "exif:DateTimeOriginal='2021-01-31T10:21:30-05:00'", "")
        let neither = try MetadataFixture(exif: exif.block, xmp: copy, iptc: unknown).metadata()
        #expect(neither.dateTimeOriginal?.utcOffsetMinutes == nil)
        exif.main = [(0x0132, .ascii("2021:01:31 10:21:30"))]
        exif.exif.append((0x9010, .ascii("+09:00")))
        exif.exif.sort { $0.0 < $1.0 }
        #expect(try MetadataFixture(exif: exif.block).metadata().dateTimeOriginal?.utcOffsetMinutes == 540)
    }

    @Test("The date of the last change is kept apart from when the photo was taken")
    func changed() throws {
        let found = try metadata {
            $0.main = [(0x0132, .ascii("2021:01:31 10:21:30"))]
            $0.exif = [(0x9010, .ascii("+01:00")), (0x9290, .ascii("5"))]
        }
        #expect(found.dateTimeOriginal == nil)
        #expect(found.dateTimeChanged == CivilTime("2021-01-31T10:21:30.5+01:00"))
    }

    @Test("IPTC's date and time may have separators")
    func separators() throws {
        let record = MetadataFixture.dataSet(55, "2021-01-31") + MetadataFixture.dataSet(60, "10:21:30+01:30")
        #expect(try MetadataFixture(iptc: record).metadata().dateTimeOriginal == CivilTime("2021-01-31T10:21:30+01:30"))
    }
}
