import Imaging
import TestSupport
import Testing

@Suite("What kind of photo it is")
struct PhotoKindTests {
    private func metadata(xmp: String, trailer: [UInt8] = []) throws -> ImageMetadata {
        try MetadataFixture(xmp: MetadataFixture.packet(attributes: xmp, ""), trailer: trailer).metadata()
    }

    private func rendered(_ value: UInt16, make: String) throws -> ImageMetadata {
        var fixture = TIFFFixture()
        fixture.main = [(0x010F, .ascii(make))]
        fixture.exif = [(0xA401, .short(value))]
        return try MetadataFixture(exif: fixture.block).metadata()
    }

    @Test("a panorama says so in Google's XMP, or in Apple's EXIF")
    func panorama() throws {
        #expect(try metadata(xmp: "GPano:ProjectionType='equirectangular'").isPanorama)
        #expect(
            try !metadata(xmp: "GPano:ProjectionType='equirectangular' GPano:UsePanoramaViewer='False'").isPanorama)
        #expect(try rendered(6, make: "Apple").isPanorama)
        #expect(try !rendered(6, make: "Other").isPanorama)
    }

    @Test("HDR is what Apple put together from exposures, and what has a gain map")
    func hdr() throws {
        for value: UInt16 in [2, 3, 7] { #expect(try rendered(value, make: "Apple").isHDR) }
        for value: UInt16 in [0, 1, 4, 6, 8] { #expect(try !rendered(value, make: "Apple").isHDR) }
        #expect(try metadata(xmp: "hdrgm:Version='1.0'").isHDR)
    }

    @Test("HDR is what has another image, and how bright it makes this one in Apple's maker note")
    func appleGain() throws {
        var fixture = TIFFFixture(isBigEndian: true)
        fixture.main = [(0x010F, .ascii("Apple"))]
        fixture.exif = [(0x927C, .undefined(note(burst: "1", tag: 0x21)))]
        let photo = MetadataFixture(exif: fixture.block)
        #expect(try !photo.metadata().isHDR)
        let map = MultiPictureFixture.Image(kind: 0, bytes: try JPEGEncoder().encode(.waves(8, 8)))
        let both = try MultiPictureFixture(map).joined(to: photo.jpeg)
        #expect(try ImageDecoder().metadata(of: ImageSource(bytes: both)).isHDR)
    }

    /// Apple's maker note with that text in the tag of bursts, in big-endian order.
    private func note(burst: String, tag: UInt8 = 0x0B) -> [UInt8] {
        let text = Array(burst.utf8) + [0]
        let entry: [UInt8] = [0, tag, 0, 2, 0, 0, 0, UInt8(text.count), 0, 0, 0, 32]
        return Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8) + [0, 1] + entry + [0, 0, 0, 0] + text
    }

    private func burst(_ note: [UInt8], isBigEndian: Bool = true) throws -> String? {
        var fixture = TIFFFixture(isBigEndian: isBigEndian)
        fixture.main = [(0x010F, .ascii("Apple"))]
        fixture.exif = [(0x927C, .undefined(note))]
        return try MetadataFixture(exif: fixture.block).metadata().burstIdentifier
    }

    @Test("photos of one burst have an identifier in common, which Apple writes into its maker note")
    func burst() throws {
        let name = "2B4E1A3C-1111-4222-8333-444455556666"
        #expect(try burst(note(burst: name)) == name)
        #expect(try burst(note(burst: name), isBigEndian: false) == name)
        #expect(try burst(note(burst: name, tag: 0x0A)) == nil)
        #expect(try burst(Array("Nikon\0".utf8) + note(burst: name)) == nil)
        let whole = note(burst: name)
        for length in [0, 5, 10, 13, 14, 16, 30, 33, 40] { #expect(try burst(Array(whole.prefix(length))) == nil) }
    }

    @Test("a screenshot says so in a comment, or names the program")
    func screenshot() throws {
        var fixture = TIFFFixture()
        fixture.exif = [(0x9286, .undefined(Array("ASCII\0\0\0Screenshot".utf8)))]
        #expect(try MetadataFixture(exif: fixture.block).metadata().isScreenshot)
        #expect(try metadata(xmp: "exif:UserComment='Screenshot'").isScreenshot)
        #expect(try !metadata(xmp: "exif:UserComment='Screenshots are fun'").isScreenshot)
        let png = try PNGEncoder().encode(.waves(8, 8))
        let text = Array("Software\0gnome-screenshot".utf8)
        let chunk = [0, 0, 0, UInt8(text.count)] + Array("tEXt".utf8) + text + [0, 0, 0, 0]
        let marked = ImageSource(bytes: Array(png.prefix(33)) + chunk + png.dropFirst(33))
        let metadata = try ImageDecoder().metadata(of: marked)
        #expect(metadata.isScreenshot && metadata.software == "gnome-screenshot")
    }

    @Test("a motion photo has a video where its XMP says, or it is none")
    func motionPhoto() throws {
        let video: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0]
        let old = "GCamera:MicroVideo='1' GCamera:MicroVideoPresentationTimestampUs='-1' GCamera:MicroVideoOffset="
        #expect(
            try metadata(xmp: old + "'16'", trailer: video).motionPhoto
                == MotionPhoto(offsetFromEnd: 16, byteCount: 16))
        for wrong in ["'15'", "'0'", "'-16'", "'100000'", "'9223372036854775807'"] {
            #expect(try metadata(xmp: old + wrong, trailer: video).motionPhoto == nil)
        }
        let items = """
            <Container:Directory><rdf:Seq>
            <rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" Item:Semantic="Primary"/></rdf:li>
            <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="MotionPhoto" Item:Length="16"/></rdf:li>
            <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Extra" Item:Length="3"/></rdf:li>
            </rdf:Seq></Container:Directory>
            """
        let packet = MetadataFixture.packet(
            attributes: "GCamera:MotionPhoto='1' GCamera:MotionPhotoPresentationTimestampUs='500000'", items)
        #expect(
            try MetadataFixture(xmp: packet, trailer: video + [1, 2, 3]).metadata().motionPhoto
                == MotionPhoto(offsetFromEnd: 19, byteCount: 16, presentationTimestamp: 500_000))
    }

    @Test("is known of the corpus", .enabled(if: Corpus.isAvailable, Corpus.comment))
    func corpus() throws {
        func metadata(_ name: String) throws -> ImageMetadata {
            let row = try #require(Corpus.rows.first { $0.path.hasSuffix(name) })
            return try ImageDecoder().metadata(of: ImageSource(path: row.filePath))
        }
        let video = MotionPhoto(offsetFromEnd: 26_104, byteCount: 26_104, presentationTimestamp: 500_000)
        #expect(try metadata("MVIMG_20220101_101010.jpg").motionPhoto == video)
        #expect(try metadata("PXL_20220101_101011.MP.jpg").motionPhoto == video)
        #expect(try metadata("photoprism__panorama360.jpg").isPanorama)
        #expect(try metadata("exif-py__iphone_hdr_YES.jpg").isHDR)
        #expect(try metadata("Pillow__ultrahdr.jpg").isHDR)
        #expect(try !metadata("Pillow__hopper.jpg").isHDR)
    }
}
