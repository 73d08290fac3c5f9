import Foundation
import Imaging
import PhotoModel
import TestSupport
import Testing

@Suite("A JPEG without its place")
struct LocationFreeJPEGTests {
    private static let gps: [(UInt16, TIFFFixture.Value)] = [
        (1, .ascii("N")), (2, .rationals([(48, 1), (51, 1), (3031, 100)])), (3, .ascii("E")),
        (4, .rationals([(2, 1), (17, 1), (4042, 100)])),
    ]

    private static func exif(isBigEndian: Bool = false) throws -> TIFFFixture {
        var fixture = TIFFFixture(isBigEndian: isBigEndian)
        fixture.main = [(0x010F, .ascii("Camera & Sons")), (0x0112, .short(6)), (0x4746, .short(3))]
        fixture.exif = [
            (0x9003, .ascii("2021:01:31 10:21:30")), (0x927C, .undefined(Array("maker: Paris, France".utf8))),
            (0x9286, .undefined(Array("ASCII\0\0\0a comment".utf8))),
        ]
        fixture.gps = gps
        fixture.thumbnail = try JPEGEncoder().encode(.waves(8, 8))
        return fixture
    }

    private func stripped(_ fixture: MetadataFixture) throws -> [UInt8] {
        try Self.bytes(ImageSource(bytes: try fixture.jpeg))
    }

    private static func bytes(_ source: ImageSource) throws -> [UInt8] {
        var jpeg = try source.withoutLocation()
        var bytes: [UInt8] = []
        while let piece = try jpeg.next() {
            #expect(!piece.isEmpty && piece.count <= 300 << 10)
            bytes += piece
        }
        return bytes
    }

    private func metadata(_ bytes: [UInt8]) throws -> ImageMetadata {
        try ImageDecoder().metadata(of: ImageSource(bytes: bytes))
    }

    private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        Data(bytes).range(of: Data(text.utf8)) != nil
    }

    @Test("has no GPS in EXIF, and everything else but maker notes", arguments: [false, true])
    func exif(isBigEndian: Bool) throws {
        let exif = try Self.exif(isBigEndian: isBigEndian)
        let before = try MetadataFixture(exif: exif.block).metadata()
        #expect(before.location != nil)
        let bytes = try stripped(MetadataFixture(exif: exif.block))
        var expected = before
        expected.location = nil
        #expect(try metadata(bytes) == expected)
        #expect(!contains(bytes, "Paris") && contains(bytes, "a comment"))
        let source = ImageSource(bytes: bytes)
        #expect(try ImageDecoder().embeddedThumbnail(of: source) != nil || contains(bytes, "JFIF"))
        let numbers = exif.gps.compactMap { entry in
            if case .rationals(let values) = entry.1 { values[2].0 } else { nil }
        }
        for number in numbers {
            let big = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
            let coded = isBigEndian ? big : big.reversed()
            #expect(bytes.indices.allSatisfy { !bytes[$0...].starts(with: coded) })
        }
    }

    @Test("keeps its image where bytes stand between segments")
    func padding() throws {
        let jpeg = try MetadataFixture(exif: try Self.exif().block).jpeg
        let length = 2 + Int(jpeg[4]) << 8 + Int(jpeg[5])
        let padded = jpeg[..<(2 + length)] + [0, 0xD9, 0x12] + jpeg[(2 + length)...]
        let bytes = try Self.bytes(ImageSource(bytes: Array(padded)))
        #expect(try metadata(bytes).location == nil)
        #expect(bytes.count > jpeg.count / 2 && bytes.suffix(2) == [0xFF, 0xD9])
        #expect(throws: Never.self) { try ImageDecoder().render(ImageSource(bytes: bytes), RenderRequest()) }
    }

    @Test("needs no longer for millions of bytes between segments, or segments between bytes", .timeLimit(.minutes(1)))
    func manyMarkers() throws {
        let jpeg = try MetadataFixture().jpeg
        let plain = try Self.bytes(ImageSource(bytes: jpeg))
        let repeated: [(bytes: [UInt8], byteCount: Int)] = [
            ([0xFF], 4 << 20), ([0xFF, 0], 2 << 20), (MetadataFixture.segment(0xE5, []) + [0], 1 << 19),
        ]
        for (bytes, byteCount) in repeated {
            var between = bytes
            while between.count < byteCount { between += between }
            let file = Array(jpeg.prefix(2)) + between + Array(jpeg.dropFirst(2))
            #expect(try Self.bytes(ImageSource(bytes: file)) == plain)
        }
    }

    @Test("keeps long data that has restart markers and bytes that fill up, wherever its parts end")
    func longData() throws {
        let jpeg = try MetadataFixture().jpeg
        let plain = try Self.bytes(ImageSource(bytes: jpeg))
        let cycle: [UInt8] = [0xFF, 0xD0, 1, 0xFF, 0, 0xFF]
        var long = cycle
        while long.count < 600_000 { long += long }
        for shift in 0..<cycle.count {
            let data = [UInt8](repeating: 1, count: shift) + long
            let file = Array(jpeg.dropLast(2)) + data + Array(jpeg.suffix(2))
            let expected = Array(plain.dropLast(2)) + data + Array(plain.suffix(2))
            #expect(try Self.bytes(ImageSource(bytes: file)) == expected)
        }
    }

    private func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ((count - 1 - $0) * 8)) }
    }

    @Test("has of a thousand directories of EXIF, each inside the other, the first alone")
    func nested() throws {
        let (main, length) = (8, 30)
        var block = Array("MM".utf8) + big(42, 2) + big(main, 4)
        block += big(2, 2)
        block += big(0x0112, 2) + big(3, 2) + big(1, 4) + big(6, 2) + big(0, 2)
        block += big(0x8769, 2) + big(4, 2) + big(1, 4) + big(main + length, 4) + big(0, 4)
        for _ in 0..<1000 {
            let next = block.count + length
            block += big(2, 2)
            block += big(0x8769, 2) + big(4, 2) + big(1, 4) + big(next, 4)
            block += big(0x9000, 2) + big(7, 2) + big(4, 4) + Array("0232".utf8) + big(0, 4)
        }
        let bytes = try stripped(MetadataFixture(exif: block))
        let left = try #require(try ImageDecoder().exifBlock(of: ImageSource(bytes: bytes)))
        // The last directory has one entry of two.
        #expect(left.count == main + length + length - 12 && left.suffix(8).starts(with: "0232".utf8))
        #expect(try ImageDecoder().header(of: ImageSource(bytes: bytes)).orientation == .rotated90)
    }

    @Test("has of EXIF whose directories overlap a thousandfold the orientation alone", .timeLimit(.minutes(1)))
    func overlapping() throws {
        // Directories begin every twelve bytes in a list of entries, each of which is a value of 30,000 bytes.
        let base = 20_000
        var block = Array("MM".utf8) + big(42, 2) + big(8, 4) + big(1001, 2)
        block += big(0x0112, 2) + big(3, 2) + big(1, 4) + big(6, 2) + big(0, 2)
        for index in 0..<1000 { block += big(0x8769, 2) + big(4, 2) + big(1, 4) + big(base + index * 12, 4) }
        block += big(0, 4) + Array("Exif\0".utf8)
        block += [UInt8](repeating: 0, count: base - block.count) + big(1200, 2)
        for _ in 0..<2200 { block += big(0xC000, 2) + big(7, 2) + big(30_000, 4) + big(1200, 4) }
        let bytes = try stripped(MetadataFixture(exif: block))
        let left = try #require(try ImageDecoder().exifBlock(of: ImageSource(bytes: bytes)))
        #expect(left.count == 26)
        #expect(try ImageDecoder().header(of: ImageSource(bytes: bytes)).orientation == .rotated90)
    }

    @Test("has no coordinates, cities and countries in XMP, and the rest of it")
    func xmp() throws {
        let packet = MetadataFixture.packet(
            attributes: """
                xmp:Rating="4" exif:GPSLatitude="48,51.5N" exif:GPSLongitude="2,17.7E" photoshop:City="Paris"
                xmpNote:HasExtendedXMP="0123456789ABCDEF0123456789ABCDEF" GCamera:MotionPhoto="1"
                """,
            """
            <photoshop:Country>France</photoshop:Country><Iptc4xmpCore:Location>Tower</Iptc4xmpCore:Location>
            <Iptc4xmpExt:LocationShown><rdf:Bag><rdf:li rdf:parseType="Resource"><Iptc4xmpExt:City>Paris</Iptc4xmpExt:City>
            </rdf:li></rdf:Bag></Iptc4xmpExt:LocationShown>
            <dc:title><rdf:Alt><rdf:li xml:lang="de">Turm</rdf:li><rdf:li xml:lang="x-default">&lt;T&amp;\u{1F5FC}"&gt;
            </rdf:li></rdf:Alt></dc:title>
            <dc:subject><rdf:Bag><rdf:li>steel</rdf:li></rdf:Bag></dc:subject>
            """)
        let bytes = try stripped(MetadataFixture(xmp: packet))
        let metadata = try metadata(bytes)
        #expect(metadata.location == nil && metadata.rating == 4 && metadata.keywords == ["steel"])
        #expect(metadata.title == "<T&\u{1F5FC}\">")
        for word in ["Paris", "France", "Tower", "GPS", "MotionPhoto", "HasExtended"] {
            #expect(!contains(bytes, word), "\(word)")
        }
    }

    @Test("has no places that films, maps and notes of makers have in XMP")
    func unusualXMP() throws {
        let packet = MetadataFixture.packet(
            attributes: """
                xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/" xmpDM:shotLocation="Paris" xmpDM:scene="3"
                xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#" geo:lat="48.8584" geo:long="2.2945"
                geo:lat_long="48.8584,2.2945" xmlns:dcterms="http://purl.org/dc/terms/" dcterms:spatial="Paris"
                """,
            "<exif:MakerNote>Paris</exif:MakerNote><dc:title>Tower</dc:title>")
        let bytes = try stripped(MetadataFixture(xmp: packet))
        for word in ["Paris", "48.8584", "2.2945"] { #expect(!contains(bytes, word), "\(word)") }
        #expect(try metadata(bytes).title == "Tower" && contains(bytes, "scene"))
    }

    @Test("has neither what a drone is aimed at nor which cell a phone was in")
    func aimsAndCells() throws {
        let packet = MetadataFixture.packet(
            attributes: """
                xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:LRFTargetLon="2.2945"
                drone-dji:LRFTargetLat="48.8584" drone-dji:LRFTargetAbsAlt="35.25" drone-dji:GimbalRollDegree="+1.75"
                xmlns:cell="http://developer.sonyericsson.com/cell/1.0/" cell:cgi="208F1-1CA3"
                """, "<cell:cellid>7331</cell:cellid>")
        let bytes = try stripped(MetadataFixture(xmp: packet))
        for word in ["2.2945", "48.8584", "35.25", "208F1-1CA3", "7331"] { #expect(!contains(bytes, word), "\(word)") }
        #expect(contains(bytes, "+1.75"))
    }

    @Test("has no thumbnails in XMP, in whose letters no metadata are found")
    func thumbnailsInXMP() throws {
        let image = Data("Exif\0\0Paris".utf8).base64EncodedString()
        let packet = MetadataFixture.packet(
            attributes: "xmlns:xmpGImg='http://ns.adobe.com/xap/1.0/g/img/'",
            """
            <xmp:Thumbnails><rdf:Alt><rdf:li rdf:parseType="Resource"><xmpGImg:format>JPEG</xmpGImg:format>
            <xmpGImg:image>\(image)</xmpGImg:image></rdf:li></rdf:Alt></xmp:Thumbnails><dc:title>Tower</dc:title>
            """)
        let bytes = try stripped(MetadataFixture(xmp: packet))
        #expect(try metadata(bytes).title == "Tower" && !contains(bytes, image))
    }

    @Test("has no tags of maps, and no private data of DNG")
    func maps() throws {
        var exif = TIFFFixture()
        exif.main = [(0x010F, .ascii("Camera"))]
        for tag: UInt16 in [0x830E, 0x8482, 0x85D8, 0x87AF, 0x87B0, 0x87B1, 0xA480, 0xC634] {
            exif.main.append((tag, .ascii("Paris, France")))
        }
        let bytes = try stripped(MetadataFixture(exif: exif.block))
        #expect(try metadata(bytes).make == "Camera" && !contains(bytes, "Paris"))
    }

    @Test("loses an XMP packet that is damaged: it is not known what the rest holds")
    func damagedXMP() throws {
        let packet = MetadataFixture.packet(attributes: "photoshop:City='Paris' xmp:Rating='3'", "<dc:title>x</oops>")
        let bytes = try stripped(MetadataFixture(xmp: packet))
        #expect(!contains(bytes, "Paris") && !contains(bytes, "xap"))
    }

    @Test("stays turned as it was if the XMP that says so gets too long for a segment, and is left out")
    func longXMP() throws {
        let title = String(repeating: "a\n", count: 15_000)
        let packet = MetadataFixture.packet(attributes: "tiff:Orientation='6'", "<dc:title>\(title)</dc:title>")
        let bytes = try stripped(MetadataFixture(xmp: packet))
        #expect(try ImageDecoder().header(of: ImageSource(bytes: bytes)).orientation == .rotated90)
        #expect(!contains(bytes, "xap"))
    }

    @Test("has no places in IPTC, and the rest of it")
    func iptc() throws {
        let iptc = [5, 25, 26, 27, 90, 92, 95, 100, 101, 120].flatMap { number in
            MetadataFixture.dataSet(UInt8(number), [5, 25, 120].contains(number) ? "kept \(number)" : "Paris")
        }
        let bytes = try stripped(MetadataFixture(iptc: iptc))
        let metadata = try metadata(bytes)
        #expect(metadata.title == "kept 5" && metadata.keywords == ["kept 25"])
        #expect(metadata.imageDescription == "kept 120" && !contains(bytes, "Paris"))
    }

    @Test("has no segments that are not known, and nothing after the image")
    func unknown() throws {
        var fixture = MetadataFixture()
        fixture.others = [0xE1, 0xE2, 0xE4, 0xE6, 0xEF].map { MetadataFixture.segment($0, Array("GoPro Paris".utf8)) }
        fixture.others.append(MetadataFixture.segment(0xFE, Array("a comment".utf8)))
        fixture.trailer = Array("ftyp Paris".utf8)
        let bytes = try stripped(fixture)
        #expect(!contains(bytes, "Paris") && contains(bytes, "a comment") && bytes.suffix(2) == [0xFF, 0xD9])
    }

    @Test("has no blocks of metadata that are hidden in comments, thumbnails, previews and values")
    func hidden() throws {
        let hidden = Array("Exif\0\0Paris".utf8)
        var exif = TIFFFixture()
        exif.main = [(0x010F, .ascii("Camera")), (0x013B, .text(hidden))]
        exif.exif = [(0x9286, .undefined(Array("ASCII\0\0\0http://ns.adobe.com/xap/1.0/ Paris".utf8)))]
        let iptc = MetadataFixture.dataSet(5, "kept") + MetadataFixture.dataSet(202, hidden)
        var fixture = MetadataFixture(exif: exif.block, iptc: iptc)
        let resource = Array("8BIM".utf8) + [4, 0x0C, 0, 0, 0, 0, 0, UInt8(hidden.count)] + hidden + [0]
        fixture.others = [
            MetadataFixture.segment(0xFE, hidden), MetadataFixture.segment(0xE0, Array("JFIF\0".utf8) + hidden),
            MetadataFixture.segment(0xEE, Array("Adobe".utf8) + hidden),
            MetadataFixture.segment(0xED, Array("Photoshop 3.0\0".utf8) + resource),
        ]
        #expect(hidden.count % 2 == 1)
        let bytes = try stripped(fixture)
        let metadata = try metadata(bytes)
        #expect(metadata.make == "Camera" && metadata.title == "kept" && !contains(bytes, "Paris"))
    }

    @Test("is JPEG or nothing")
    func formats() throws {
        let png = ImageSource(bytes: try PNGEncoder().encode(.waves(8, 8)))
        #expect {
            try png.withoutLocation()
        } throws: { error in
            guard case .unsupportedFormat(let text)? = error as? ImagingError else { return false }
            return text.contains("PNG") && text.contains("JPEG only")
        }
    }

    @Test("may come from a block that is damaged in any way")
    func damagedEXIF() throws {
        let block = try Self.exif().block
        for length in stride(from: 0, to: block.count, by: 3) {
            let bytes = try stripped(MetadataFixture(exif: Array(block.prefix(length))))
            #expect(try metadata(bytes).location == nil)
        }
        for index in 0..<min(block.count, 260) {
            for value in TestExtent.choose([0x7F], all: [0, 1, 0x7F, 0xFF]) as [UInt8] {
                var changed = block
                changed[index] = value
                #expect(try metadata(try stripped(MetadataFixture(exif: changed))).location == nil)
            }
        }
    }

    /// Files that lose more than their place, and why.
    private static let exceptions: [String: String] = [
        "jpeg/variety/Pillow__app13-multiple.jpg": "Photoshop's blocks go on in another segment, and are left out",
        "jpeg/variety/Pillow__exif_gps.jpg": "the directory of GPS overlaps other tags",
    ]

    private static var rows: [CorpusRow] {
        Corpus.decodable("jpeg", "orientation", "live-photo").filter { row in
            let isJPEG = ["jpg", "peg", "mpo"].contains(row.path.lowercased().suffix(3))
            return isJPEG && exceptions[row.path] == nil && !row.path.contains("/lossless")
        }
    }

    @Test(
        "is the same image, without a place, for every photo of the corpus",
        .enabled(if: Corpus.isAvailable, Corpus.comment), arguments: Corpus.sample(rows))
    func corpus(row: CorpusRow) throws {
        let source = try ImageSource(path: row.filePath)
        let bytes = try Self.bytes(source)
        let copy = ImageSource(bytes: bytes)
        let metadata = try ImageDecoder().metadata(of: copy)
        #expect(metadata.location == nil && metadata.motionPhoto == nil)
        let before = try ImageDecoder().metadata(of: source)
        #expect(metadata.orientation == before.orientation && metadata.dateTimeOriginal == before.dateTimeOriginal)
        #expect(metadata.keywords == before.keywords && metadata.make == before.make)
        let request = RenderRequest(targetSize: PixelSize(width: 64, height: 64))
        let images = try [source, copy].map { try ImageDecoder().render($0, request) }
        #expect(try images[0].meanDifference(from: images[1]) == 0)
    }
}
