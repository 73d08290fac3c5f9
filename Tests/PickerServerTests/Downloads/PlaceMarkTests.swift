import Testing

@testable import PickerServer

@Suite("Marks of a place in a file")
struct PlaceMarkTests {
    private static let noise = (0..<100_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 11) }

    @Test(
        "are names in XMP whatever their prefix and case",
        arguments: [
            "exif:GPSLatitude", "drone-dji:GpsLongitude", "photoshop:City", "Iptc4xmpExt:LocationCreated", "x:Country",
            "com.apple.quicktime.location.ISO6709", "http://www.opengis.net/gml/3.2",
            "geo:lat", "geo:long", "acme:Coordinates", "acme:Lat=", "pos:long>", "acme:lng=", "acme:lon>",
            "http://www.w3.org/2003/01/geo/wgs84_pos#",
        ])
    func names(name: String) {
        for marks in [PlaceMarks.ofPhotos, .ofPNG, .ofJPEGXL, .ofVideos] {
            #expect(marks.areIn(Self.noise + Array(name.utf8) + Self.noise))
        }
        #expect(!PlaceMarks.ofPhotos.areIn(Array(name.utf8.dropLast(name.utf8.count / 2 + 3))))
    }

    @Test("are the entry for GPS of a TIFF directory in both orders")
    func pointers() {
        for entry: [UInt8] in [[0x25, 0x88, 4, 0, 1, 0, 0, 0], [0x88, 0x25, 0, 4, 0, 0, 0, 1]] {
            #expect(PlaceMarks.ofPhotos.areIn(Self.noise + entry))
            #expect(!PlaceMarks.ofPhotos.areIn(Self.noise + entry.dropLast()))
        }
    }

    @Test("are latitude and longitude in a directory to which no entry leads, as in CR3 files")
    func directory() {
        let start = Array("....CMT4II*".utf8) + [0, 8, 0, 0, 0, 3, 0, 0, 0, 1, 0, 4, 0, 0, 0, 2, 3, 0, 0]
        let latitude: [UInt8] = [2, 0, 5, 0, 3, 0, 0, 0, 0x80, 0, 0, 0]
        for marks in [PlaceMarks.ofPhotos, .ofVideos] {
            #expect(marks.areIn(Self.noise + start + latitude))
            #expect(!marks.areIn(Self.noise + start))
        }
    }

    @Test(
        "are where the pixels of an aerial photo are on the ground, in both orders and in BigTIFF",
        arguments: [
            [0x0E, 0x83, 12, 0, 3, 0, 0, 0], [0x84, 0x82, 0, 12, 0, 0, 0, 6], [0xD8, 0x85, 12, 0, 16, 0, 0, 0],
            [0x83, 0x0E, 0, 12, 0, 0, 0, 0, 0, 0, 0, 3],
            // Five points, 48, and a dozen; the keys; a satellite's polynomials.
            [0x82, 0x84, 12, 0, 30, 0, 0, 0], [0x84, 0x82, 0, 12, 0, 0, 1, 32],
            [0x84, 0x82, 0, 12, 0, 0, 0, 0, 0, 0, 0, 72], [0xAF, 0x87, 3, 0, 16, 0, 0, 0],
            [0x9C, 0xC6, 12, 0, 92, 0, 0, 0],
        ] as [[UInt8]])
    func grounds(entry: [UInt8]) {
        for marks in [PlaceMarks.ofPhotos, .ofAny] {
            #expect(marks.areIn(Self.noise + entry + Self.noise))
            #expect(!marks.areIn(Self.noise + entry.prefix(5)))
        }
    }

    @Test("are the beginning of an IPTC record, which may name a city")
    func records() {
        let record: [UInt8] = [0x1C, 2, 0, 0, 2, 0, 4, 0x1C, 2, 90, 0, 4] + Array("Rome".utf8)
        for marks in [PlaceMarks.ofPhotos, .ofPNG, .ofJPEGXL, .ofAny] {
            #expect(marks.areIn(Self.noise + Array("8BIM".utf8) + [4, 4, 0, 0]))
            #expect(marks.areIn(Self.noise + record))
            let swapped = stride(from: 0, to: record.count, by: 4).flatMap { record[$0..<$0 + 4].reversed() }
            #expect(marks.areIn(Self.noise + swapped))
        }
    }

    @Test("are what cannot be looked into, where it may be")
    func compressed() {
        #expect(PlaceMarks.ofPNG.areIn(Array("....zTXt".utf8)) && !PlaceMarks.ofPhotos.areIn(Array("....zTXt".utf8)))
        #expect(PlaceMarks.ofJPEGXL.areIn(Array("....brob".utf8)))
        #expect(PlaceMarks.ofVideos.areIn([0xA9] + Array("xyz".utf8)) && PlaceMarks.ofVideos.areIn(Array("gpmd".utf8)))
        for track in ["djmd", "tx3g", "$GPRMC,123519,A,4807.038,N"] {
            #expect(PlaceMarks.ofVideos.areIn(Array("....\(track)".utf8)))
        }
    }

    @Test("are those of every format in a file whose format is not known")
    func unknownFormat() {
        for mark in ["exif:GPSLatitude", "zTXt", "brob", "loci", "gpmd", "$GPRMC"] {
            #expect(PlaceMarks.ofAny.areIn(Self.noise + Array(mark.utf8) + Self.noise))
        }
        #expect(!PlaceMarks.ofAny.areIn(Self.noise))
    }

    @Test("are what camcorders write beside pictures")
    func camcorders() {
        let identifier: [UInt8] = [
            0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0x00, 0x20, 0x0C, 0x9A, 0x66,
        ]
        for marks in [PlaceMarks.ofVideos, .ofPictures] { #expect(marks.areIn(Self.noise + identifier + Self.noise)) }
        // Pictures have four bytes of anything, by chance.
        #expect(!PlaceMarks.ofPictures.areIn(Array("gpmd loci location".utf8)))
    }

    @Test("are not in noise, nor in plain words")
    func none() {
        for marks in [PlaceMarks.ofPhotos, .ofPNG, .ofJPEGXL, .ofVideos, .ofPictures] {
            #expect(!marks.areIn(Self.noise))
            #expect(!marks.areIn(Array("tiff:Make dc:title xmp:Rating CreateDate IHDR moov trak".utf8)))
            #expect(!marks.areIn([]))
        }
    }

    @Test("are looked for in boxes of their lengths")
    func boxes() {
        func head(_ length: [UInt8], _ type: String, _ more: [UInt8] = []) -> [UInt8] {
            length + Array(type.utf8) + more
        }
        #expect(BoxHead(head([0, 0, 0, 20], "moov"), rest: 100)?.length == 20)
        #expect(BoxHead(head([0, 0, 0, 0], "mdat"), rest: 100)?.length == 100)
        #expect(BoxHead(head([0, 0, 0, 1], "mdat", [0, 0, 0, 0, 0, 0, 0, 50]), rest: 100)?.length == 50)
        #expect(BoxHead(head([0, 0, 0, 1], "mdat", Array(repeating: 255, count: 8)), rest: 100)?.length == 100)
        #expect(BoxHead(head([0, 0, 0, 7], "moov"), rest: 100) == nil)
        #expect(BoxHead([0x1A, 0x45, 0xDF, 0xA3, 0x01, 0, 0, 0, 0], rest: 100) == nil)
        #expect(BoxHead([0, 0, 0], rest: 3) == nil)
    }
}
