import Imaging
import PhotoModel
import Testing

@Suite("A segment of a JPEG that is shorter than its signature")
struct ShortSegmentTests {
    @Test("is passed over")
    func shortSegment() throws {
        let xmp = MetadataFixture.packet("<dc:title>X</dc:title>")
        var exif = TIFFFixture()
        exif.main = [(0x0112, .short(6))]
        let signature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
        for length: UInt8 in [2, 10, 12, 30, 31] {
            // The signature goes on after the segment's end, and the reader looks for the next one from there.
            let short = [0xFF, 0xE1, 0, length] + signature
            let whole = MetadataFixture.segment(0xE1, signature + xmp)
            let fixture = MetadataFixture(others: [short, whole])
            #expect(try ImageDecoder().header(of: ImageSource(bytes: try fixture.jpeg)).storedSize.width == 16)
            #expect(try fixture.metadata().title == "X")
        }
        for name in ["MPF\0", "ICC_PROFILE\0\u{1}\u{1}"] {
            let short = [0xFF, 0xE2, 0, 4] + Array(name.utf8)
            let fixture = MetadataFixture(exif: exif.block, others: [short])
            #expect(try fixture.metadata().orientation == .rotated90)
            #expect(try ImageDecoder().embeddedThumbnail(of: ImageSource(bytes: try fixture.jpeg)) == nil)
        }
    }
}
