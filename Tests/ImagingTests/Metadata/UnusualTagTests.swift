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

    @Test("The letters of coordinates may be small, and heights below the sea may count from the sea itself")
    func letters() throws {
        for reference: UInt8 in 0...3 {
            let found = try metadata {
                $0.gps = [
                    (0x0001, .ascii("s")), (0x0002, .rationals([(33, 1), (30, 1), (0, 1)])), (0x0003, .ascii("w")),
                    (0x0004, .rationals([(70, 1), (15, 1), (0, 1)])), (0x0005, .bytes([reference])),
                    (0x0006, .rationals([(5, 2)])),
                ]
            }
            #expect(found.location == Location(latitude: -33.5, longitude: -70.25))
            #expect(found.altitude == (reference % 2 == 0 ? 2.5 : -2.5))
        }
    }

    @Test("The letters of coordinates may be of any type")
    func typesOfLetters() throws {
        let found = try metadata {
            $0.gps = [
                (0x0001, .undefined([0x53, 0])), (0x0002, .rationals([(33, 1), (30, 1), (0, 1)])),
                (0x0003, .bytes([0x57, 0])), (0x0004, .rationals([(70, 1), (15, 1), (0, 1)])),
            ]
        }
        #expect(found.location == Location(latitude: -33.5, longitude: -70.25))
    }

    @Test("The receiver's time is right to the millisecond")
    func receiverTime() throws {
        let found = try metadata {
            $0.gps = [
                (0x0001, .ascii("N")), (0x0002, .rationals([(33, 1), (30, 1), (0, 1)])), (0x0003, .ascii("E")),
                (0x0004, .rationals([(70, 1), (15, 1), (0, 1)])), (0x0007, .rationals([(3, 1), (4, 1), (5678, 1000)])),
                (0x001D, .ascii("2017:01:02")),
            ]
        }
        #expect(found.receiverTime == CivilTime("2017-01-02T03:04:05.678Z"))
    }

    @Test("A sensitivity that its tag has no room for is in another one")
    func sensitivity() throws {
        #expect(try metadata({ $0.exif = [(0x8827, .short(65535)), (0x8832, .long(102_400))] }).isoSpeed == 102_400)
        #expect(try metadata({ $0.exif = [(0x8833, .long(51_200))] }).isoSpeed == 51_200)
        #expect(try metadata({ $0.exif = [(0x8827, .short(65535))] }).isoSpeed == 65535)
        #expect(try metadata({ $0.exif = [(0x8827, .short(100)), (0x8832, .long(200))] }).isoSpeed == 100)
    }

    @Test("Exposures may be given by their logarithms alone, as by cameras of the first years")
    func logarithms() throws {
        func exposure(_ tags: [(UInt16, TIFFFixture.Value)]) throws -> [Double?] {
            let found = try metadata { $0.exif = tags }
            return [found.exposureTime, found.fNumber]
        }
        let time: (UInt16, TIFFFixture.Value) = (0x9201, .signedRationals([(7, 1)]))
        let aperture: (UInt16, TIFFFixture.Value) = (0x9202, .rationals([(4, 1)]))
        #expect(try exposure([time, aperture]) == [1.0 / 128, 4])
        #expect(try exposure([(0x9201, .signedRationals([(-2, 1)]))]) == [4, nil])
        // The numbers themselves count more, unless they are none; and a logarithm of 0 is none.
        let numbers: [(UInt16, TIFFFixture.Value)] = [
            (0x829A, .rationals([(1, 100)])), (0x829D, .rationals([(0, 1)])),
        ]
        #expect(try exposure(numbers + [time, aperture]) == [0.01, 4])
        #expect(try exposure([(0x9201, .signedRationals([(0, 1)])), (0x9202, .rationals([(0, 1)]))]) == [nil, nil])
        #expect(try exposure([(0x9201, .signedRationals([(1, 0)]))]) == [nil, nil])
    }

    /// Nikon's and Canon's notes in HEIF are that long.
    @Test("What follows a maker's note that is longer than a JPEG can hold is read", arguments: [false, true])
    func longNote(isBigEndian: Bool) throws {
        var fixture = TIFFFixture(isBigEndian: isBigEndian)
        fixture.main = [(0x010F, .ascii("Maker"))]
        fixture.exif = [
            (0x927C, .undefined([UInt8](repeating: 7, count: 90_000))), (0x9003, .ascii("2021:01:31 10:21:30")),
            (0xA434, .ascii("A lens of 50 mm")),
        ]
        fixture.gps = [
            (0x0001, .ascii("N")), (0x0002, .rationals([(48, 1), (30, 1), (0, 1)])), (0x0003, .ascii("E")),
            (0x0004, .rationals([(11, 1), (15, 1), (0, 1)])),
        ]
        let photo = PNGFixture(chunks: [(type: "eXIf", data: fixture.block)]).bytes
        let found = try ImageDecoder().metadata(of: ImageSource(bytes: photo))
        #expect(found.make == "Maker" && found.lens == "A lens of 50 mm")
        #expect(found.dateTimeOriginal == CivilTime("2021-01-31T10:21:30"))
        #expect(found.location == Location(latitude: 48.5, longitude: 11.25))
    }

    @Test("A block that goes on in the next segments is read whole", arguments: [false, true])
    func severalSegments(isBigEndian: Bool) throws {
        var fixture = TIFFFixture(isBigEndian: isBigEndian)
        fixture.main = [(0x010F, .ascii("Maker"))]
        fixture.exif = [
            (0x927C, .undefined([UInt8](repeating: 7, count: 140_000))), (0x9003, .ascii("2021:01:31 10:21:30")),
            (0x9286, .undefined(Array("ASCII\0\0\0a comment".utf8))),
        ]
        fixture.gps = [
            (0x0001, .ascii("N")), (0x0002, .rationals([(48, 1), (30, 1), (0, 1)])), (0x0003, .ascii("E")),
            (0x0004, .rationals([(11, 1), (15, 1), (0, 1)])),
        ]
        let (block, length) = (fixture.block, 65_527)
        let pieces = stride(from: 0, to: block.count, by: length).map { start in
            MetadataFixture.segment(0xE1, Array("Exif\0\0".utf8) + block[start..<min(block.count, start + length)])
        }
        #expect(pieces.count == 3)
        let photo = ImageSource(bytes: try MetadataFixture(others: pieces).jpeg)
        let found = try ImageDecoder().metadata(of: photo)
        #expect(found.make == "Maker" && found.userComment == "a comment")
        #expect(found.dateTimeOriginal == CivilTime("2021-01-31T10:21:30"))
        #expect(found.location == Location(latitude: 48.5, longitude: 11.25))
        // Segments of something else between them end it, and a block of its own is no piece.
        let comment = MetadataFixture.segment(0xFE, [1])
        let other = MetadataFixture.segment(0xE1, Array("Exif\0\0".utf8) + TIFFFixture(main: fixture.main).block)
        for between in [comment, other] {
            let apart = try MetadataFixture(others: [pieces[0], between, pieces[1], pieces[2]]).metadata()
            #expect(apart.make == "Maker" && apart.userComment == nil && apart.location == nil)
        }
        var copy = try photo.withoutLocation()
        var bytes: [UInt8] = []
        while let piece = try copy.next() { bytes += piece }
        #expect(try ImageDecoder().metadata(of: ImageSource(bytes: bytes)).location == nil)
    }

    @Test("A segment of EXIF without a block does not hide the one after it")
    func emptySegment() throws {
        var fixture = TIFFFixture()
        fixture.main = [(0x010F, .ascii("Maker"))]
        for first in [[UInt8](repeating: 0, count: 20), Array("II*".utf8), Array("nothing".utf8)] {
            let segments = [first, fixture.block].map { MetadataFixture.segment(0xE1, Array("Exif\0\0".utf8) + $0) }
            #expect(try MetadataFixture(others: segments).metadata().make == "Maker")
        }
    }

    @Test("Names may be of the type UTF-8", arguments: [false, true])
    func names(isBigEndian: Bool) throws {
        var fixture = TIFFFixture(isBigEndian: isBigEndian)
        fixture.main = [(0x010F, .utf8("Mäker")), (0x0110, .utf8("Modèle 1")), (0x0131, .utf8("プログラム"))]
        fixture.exif = [(0xA434, .utf8("Objektiv für Nähe"))]
        let found = try MetadataFixture(exif: fixture.block).metadata()
        #expect(found.make == "Mäker" && found.model == "Modèle 1" && found.software == "プログラム")
        #expect(found.lens == "Objektiv für Nähe")
    }

    @Test("The orientation may be a number of any kind", arguments: [false, true])
    func orientations(isBigEndian: Bool) throws {
        func block(_ value: TIFFFixture.Value) -> [UInt8] {
            var fixture = TIFFFixture(isBigEndian: isBigEndian)
            fixture.main = [(0x0112, value)]
            return fixture.block
        }
        let values: [(TIFFFixture.Value, upright: TIFFFixture.Value)] = [
            (.bytes([6]), .bytes([1])), (.short(6), .short(1)), (.long(6), .long(1)), (.signedLong(6), .signedLong(1)),
        ]
        for (value, upright) in values {
            let photo = ImageSource(bytes: try MetadataFixture(exif: block(value)).jpeg)
            #expect(try ImageDecoder().header(of: photo).orientation == .rotated90, "\(value)")
            #expect(try ImageDecoder().metadata(of: photo).orientation == .rotated90, "\(value)")
            let image = try ImageDecoder().render(photo, RenderRequest())
            let written = ImageSource(bytes: try CompatibleJPEG().bytes(of: image, exif: block(value)))
            #expect(try ImageDecoder().exifBlock(of: written) == block(upright), "\(value)")
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
        for nothing in ["----", "N/A", "None", " "] {
            exif.exif = [(0xA434, .ascii(nothing))]
            #expect(try MetadataFixture(exif: exif.block).metadata().lens == nil)
            #expect(try MetadataFixture(exif: exif.block, xmp: xmp).metadata().lens == "EF50mm f/1.8")
            let same = MetadataFixture.packet(attributes: "exifEX:LensModel='\(nothing)' aux:Lens='EF50mm f/1.8'", "")
            #expect(try MetadataFixture(xmp: same).metadata().lens == "EF50mm f/1.8")
        }
        exif.exif = [(0xA432, .rationals([(50, 1), (50, 1), (14, 10), (14, 10)])), (0xA434, .ascii("----"))]
        #expect(try MetadataFixture(exif: exif.block).metadata().lens == "50mm f/1.4")
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
