import Imaging
import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

@Suite("The embedded thumbnail")
struct EmbeddedThumbnailTests {
    private func file(
        _ image: PixelBuffer, thumbnail: PixelBuffer, orientation: Orientation = .upright
    ) throws -> ImageSource {
        let small = try JPEGEncoder(quality: 90).encode(thumbnail)
        let fixture = EXIFFixture(orientation: UInt16(orientation.rawValue), thumbnail: small)
        return ImageSource(bytes: fixture.inserted(into: try JPEGEncoder().encode(image)))
    }

    @Test("comes out upright")
    func upright() throws {
        let source = try file(.waves(400, 300), thumbnail: .quarters(160, 120), orientation: .rotated90)
        let thumbnail = try #require(try ImageDecoder().embeddedThumbnail(of: source))
        #expect(thumbnail.size == PixelSize(width: 120, height: 160))
        let turned = try PixelBuffer.quarters(160, 120).quarters()
        // Turned clockwise: what was at the bottom left comes to the top left.
        let expected = [turned[2], turned[0], turned[3], turned[1]]
        #expect(largestDifference(try thumbnail.quarters(), expected) < 8)
    }

    @Test("is not shown when its shape is that of another image")
    func stale() throws {
        let source = try file(.waves(300, 300), thumbnail: .quarters(160, 120))
        #expect(try ImageDecoder().embeddedThumbnail(of: source) == nil)
    }

    @Test("loses black bars that a camera put around it")
    func letterboxed() throws {
        let boxed = try PixelBuffer.rgb(160, 120) { _, y in (7..<113).contains(y) ? [90, 160, 200] : [0, 0, 0] }
        let source = try file(.waves(300, 200), thumbnail: boxed)
        let thumbnail = try #require(try ImageDecoder().embeddedThumbnail(of: source))
        #expect(thumbnail.size == PixelSize(width: 160, height: 106))
        #expect(try thumbnail.meanDifference(from: .rgb(160, 106) { _, _ in [90, 160, 200] }) < 3)
    }

    @Test("is nil when it is broken, or when there is none")
    func broken() throws {
        let jpeg = try JPEGEncoder().encode(.waves(400, 300))
        let small = try JPEGEncoder(quality: 90).encode(.quarters(160, 120))
        for thumbnail in [[], Array(small.prefix(300)), [0xFF, 0xD8, 0xFF, 0xD9, 0, 0], Array(small.dropFirst(4))] {
            let source = ImageSource(bytes: EXIFFixture(orientation: 1, thumbnail: thumbnail).inserted(into: jpeg))
            #expect(try ImageDecoder().embeddedThumbnail(of: source) == nil)
        }
        #expect(try ImageDecoder().embeddedThumbnail(of: ImageSource(bytes: jpeg)) == nil)
    }

    @Test(
        "is found in the photos of the corpus that have one of the right shape",
        .enabled(if: Corpus.isAvailable, Corpus.comment),
        arguments: Corpus.decodable("jpeg/large", "orientation").filter { !$0["exif_thumbnail_bytes"].isEmpty }
    )
    func corpus(row: CorpusRow) throws {
        let source = try ImageSource(path: row.filePath)
        let thumbnail = try #require(try ImageDecoder().embeddedThumbnail(of: source))
        let image = try #require(row.uprightSize)
        let ratio = Double(thumbnail.size.width * image.height) / Double(thumbnail.size.height * image.width)
        #expect((0.96...1.04).contains(ratio))
        let quadrants = try #require(row.quadrants)
        #expect(largestDifference(try thumbnail.quarters(), quadrants) < 20)
    }
}
