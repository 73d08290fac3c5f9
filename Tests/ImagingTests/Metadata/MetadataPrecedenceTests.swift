import Imaging
import PhotoModel
import Testing

@Suite("Where EXIF, IPTC and XMP differ")
struct MetadataPrecedenceTests {
    private static func windows(_ text: String) -> TIFFFixture.Value {
        .bytes((text + "\0").utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    }

    private static func exif(isBigEndian: Bool = false) -> [UInt8] {
        var fixture = TIFFFixture(isBigEndian: isBigEndian)
        fixture.main = [
            (0x010E, .ascii("exif caption")), (0x0112, .short(6)), (0x4746, .short(2)),
            (0x9C9B, windows("Fenêtre")), (0x9C9C, windows("Anmerkung")), (0x9C9E, windows("eins; zwei;;eins")),
        ]
        fixture.exif = [
            (0x9003, .ascii("2021:01:31 10:21:30")), (0x9004, .ascii("2021:01:31 10:21:31")),
            (0x9011, .ascii("-03:30")), (0x9012, .ascii("+05:45")), (0x9291, .ascii("25")), (0x9292, .ascii("0071")),
        ]
        return fixture.block
    }

    private static let xmp = MetadataFixture.packet(
        attributes: "xmp:Rating='4' tiff:Orientation='3' exif:DateTimeOriginal='2001-01-01'",
        """
        <dc:title>X</dc:title><dc:description>xmp caption</dc:description>
        <dc:subject><rdf:Bag><rdf:li>x</rdf:li></rdf:Bag></dc:subject>
        """)
    private static let iptc =
        MetadataFixture.dataSet(5, "I") + MetadataFixture.dataSet(25, "i")
        + MetadataFixture.dataSet(120, "iptc caption")
        + MetadataFixture.dataSet(55, "20020202")

    @Test("texts are XMP's, then IPTC's, then EXIF's")
    func texts() throws {
        let all = try MetadataFixture(exif: Self.exif(), xmp: Self.xmp, iptc: Self.iptc).metadata()
        #expect(all.title == "X" && all.keywords == ["x"] && all.imageDescription == "xmp caption" && all.rating == 4)
        let two = try MetadataFixture(exif: Self.exif(), iptc: Self.iptc).metadata()
        #expect(two.title == "I" && two.keywords == ["i"] && two.imageDescription == "iptc caption" && two.rating == 2)
    }

    @Test("Windows' tags count where there is nothing else, in blocks of either byte order", arguments: [false, true])
    func windowsTags(isBigEndian: Bool) throws {
        let metadata = try MetadataFixture(exif: Self.exif(isBigEndian: isBigEndian)).metadata()
        #expect(metadata.title == "Fenêtre" && metadata.keywords == ["eins", "zwei"] && metadata.rating == 2)
        #expect(metadata.imageDescription == "exif caption")
    }

    @Test("dates and orientation are EXIF's, with fractions of seconds and zones", arguments: [false, true])
    func dates(isBigEndian: Bool) throws {
        let metadata = try MetadataFixture(
            exif: Self.exif(isBigEndian: isBigEndian), xmp: Self.xmp, iptc: Self.iptc
        ).metadata()
        #expect(metadata.orientation == .rotated90)
        let taken = try #require(metadata.dateTimeOriginal)
        #expect(taken.second == 30 && taken.millisecond == 250 && taken.utcOffsetMinutes == -210)
        let digitized = try #require(metadata.dateTimeDigitized)
        #expect(digitized.second == 31 && digitized.millisecond == 7 && digitized.utcOffsetMinutes == 345)
        let without = try MetadataFixture(xmp: Self.xmp, iptc: Self.iptc).metadata()
        #expect(without.dateTimeOriginal?.year == 2001 && without.orientation == .rotated180)
        #expect(try MetadataFixture(iptc: Self.iptc).metadata().dateTimeOriginal?.year == 2002)
    }

    @Test("a year or a month is a date in XMP, and zeros are none in EXIF")
    func partialDates() throws {
        for (text, whole) in [("1975", "1975-01-01"), ("1975-07", "1975-07-01"), ("1975-00-00", "1975-01-01")] {
            let xmp = MetadataFixture.packet(attributes: "photoshop:DateCreated='\(text)'", "")
            var exif = TIFFFixture()
            exif.exif = [(0x9003, .ascii("1980:00:00 00:00:00"))]
            #expect(try MetadataFixture(xmp: xmp).metadata().dateTimeOriginal == CivilTime(whole))
            let both = try MetadataFixture(exif: exif.block, xmp: xmp).metadata()
            #expect(both.dateTimeOriginal == CivilTime(whole))
        }
    }

    @Test("a place in XMP counts where EXIF has none")
    func places() throws {
        let xmp = MetadataFixture.packet(
            attributes: """
                exif:GPSLatitude="48,51.5N" exif:GPSLongitude="2,17,40W" exif:GPSAltitude="353/10"
                """, "")
        let metadata = try MetadataFixture(xmp: xmp).metadata()
        let place = try #require(metadata.location)
        #expect(abs(place.latitude - 48.858_333) < 1e-6 && abs(place.longitude + 2.294_444) < 1e-6)
        #expect(metadata.altitude == 35.3)
        for below in ["353/10", "-353/10"] {
            let packet = MetadataFixture.packet(
                attributes: """
                    exif:GPSLatitude="31,30N" exif:GPSLongitude="35,30E" exif:GPSAltitude="\(below)"
                    exif:GPSAltitudeRef="1"
                    """, "")
            #expect(try MetadataFixture(xmp: packet).metadata().altitude == -35.3)
        }
        let wrong = MetadataFixture.packet(attributes: "exif:GPSLatitude='91,0N' exif:GPSLongitude='x,1E'", "")
        #expect(try MetadataFixture(xmp: wrong).metadata().location == nil)
    }

    @Test("extended XMP fills in what the first packet has no room for")
    func extended() throws {
        let identifier = "0123456789ABCDEF0123456789ABCDEF"
        let whole = MetadataFixture.packet("<dc:title>Behind</dc:title>")
        let pieces = [whole.prefix(100), whole.dropFirst(100)].map { piece in
            let numbers = [whole.count, piece.startIndex].flatMap { number in
                [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
            }
            return MetadataFixture.segment(
                0xE1, Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(identifier.utf8) + numbers + piece)
        }
        let xmp = MetadataFixture.packet(attributes: "xmpNote:HasExtendedXMP='\(identifier)'", "")
        #expect(try MetadataFixture(xmp: xmp, others: pieces.reversed()).metadata().title == "Behind")
        #expect(try MetadataFixture(xmp: xmp, others: [pieces[0]]).metadata().title == nil)
        #expect(try MetadataFixture(others: pieces).metadata().title == nil)
    }

    @Test("the camera and its exposure are EXIF's, else XMP's")
    func camera() throws {
        let xmp = MetadataFixture.packet(
            attributes:
                "tiff:Make='A' tiff:Model='B' exif:FNumber='28/10' exif:ExposureTime='1/125' exif:FocalLength='50'",
            "<exif:ISOSpeedRatings><rdf:Seq><rdf:li>200</rdf:li></rdf:Seq></exif:ISOSpeedRatings>")
        let alone = try MetadataFixture(xmp: xmp).metadata()
        #expect(alone.make == "A" && alone.model == "B" && alone.fNumber == 2.8 && alone.exposureTime == 0.008)
        #expect(alone.focalLength == 50 && alone.isoSpeed == 200)
        var exif = TIFFFixture()
        exif.main = [(0x010F, .ascii("C"))]
        exif.exif = [(0x829D, .rationals([(4, 1)])), (0x8827, .short(400))]
        let both = try MetadataFixture(exif: exif.block, xmp: xmp).metadata()
        #expect(both.make == "C" && both.model == nil && both.fNumber == 4 && both.isoSpeed == 400)
    }
}
