import Imaging
import PhotoFixtures
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@Suite("The video of a motion photo")
struct MotionPhotoTests {
    private func found(_ bytes: [UInt8]) -> Range<Int>? {
        let source = ImageSource(bytes: bytes)
        guard let format = MediaFormat.sniff(bytes) else { return nil }
        let metadata = try? ImageDecoder().metadata(of: source)
        return ImageDecoder().motionPhoto(of: source, format, metadata: metadata)?.range(inFileOf: bytes.count)
    }

    @Test("is found where the phone put it")
    func places() throws {
        for sample in try SampleMotionPhoto.all() { #expect(found(sample.bytes) == sample.video, "\(sample)") }
    }

    @Test("is found where one of two places that XMP names is right")
    func twoPlaces() throws {
        let sample = try SampleMotionPhoto.samsung()
        let video = Array(sample.bytes[sample.video])
        for (length, offset) in [(0, 0), (-7, 0), (0, -7)] {
            let packet = MetadataFixture.packet(
                attributes: """
                    GCamera:MotionPhoto='1' GCamera:MicroVideo='1' GCamera:MicroVideoOffset='\(video.count + offset)'
                    """,
                """
                <Container:Directory><rdf:Seq>
                <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary"/></rdf:li>
                <rdf:li rdf:parseType="Resource">
                <Container:Item Item:Semantic="MotionPhoto" Item:Length="\(video.count + length)"/></rdf:li>
                </rdf:Seq></Container:Directory>
                """)
            let bytes = try MetadataFixture(xmp: packet, trailer: video).jpeg
            #expect(found(bytes) == bytes.count - video.count..<bytes.count, "\(length), \(offset)")
        }
    }

    @Test("is none where no video begins")
    func noVideo() throws {
        for sample in try SampleMotionPhoto.all() {
            var bytes = sample.bytes
            bytes[sample.video.lowerBound + 5] = 0
            #expect(found(bytes) == nil, "\(sample)")
            bytes = sample.bytes
            bytes[sample.video.lowerBound] = 0x7F  // Its first box is longer than the video.
            #expect(found(bytes) == nil, "\(sample)")
        }
    }

    @Test("is none in a file that was cut off, or goes on")
    func otherLength() throws {
        for sample in try SampleMotionPhoto.all() where sample.name != "heic" {
            #expect(found(sample.bytes.dropLast(1)) == nil, "\(sample)")
            #expect(found(sample.bytes + [0]) == nil, "\(sample)")
        }
        let boxed = SampleMotionPhoto.heic()
        #expect(found(boxed.bytes.dropLast(1)) == nil)
        #expect(found(boxed.bytes + [0, 0, 0, 8] + Array("free".utf8)) == boxed.video)
    }

    @Test("is never outside of the file, whatever numbers a Samsung trailer has")
    func hostileTrailer() throws {
        let sample = try SampleMotionPhoto.samsung()
        var generator = SeededGenerator(seed: 7)
        for place in sample.video.upperBound..<sample.bytes.count {
            var bytes = sample.bytes
            bytes[place] = UInt8.random(in: 0...255, using: &generator)
            guard let range = found(bytes) else { continue }
            #expect(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        }
    }

    @Test("is found among boxes only as far as these make sense")
    func hostileBoxes() {
        let sample = SampleMotionPhoto.heic()
        let head = sample.video.lowerBound - 8
        for size: [UInt8] in [[0, 0, 0, 7], [0x7F, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 1]] {
            var bytes = sample.bytes
            bytes.replaceSubrange(head..<head + 4, with: size)
            #expect(found(bytes) == nil, "\(size)")
        }
        var open = sample.bytes  // 0: the box goes on to the end of the file.
        open.replaceSubrange(head..<head + 4, with: [0, 0, 0, 0])
        #expect(found(open) == sample.video)
        #expect(found(SampleMedia.heic + [UInt8](repeating: 0, count: 100)) == nil)
    }

    @Test(
        "is found in the corpus, and not where a file gives a wrong place",
        .enabled(if: Corpus.isAvailable, "\(Corpus.explanation)"))
    func corpus() throws {
        let rows = Corpus.rows.filter { $0["motion_or_live"] == "MotionPhoto=1" }
        #expect(rows.count >= 2)
        for row in rows {
            let bytes = try ImageSource(path: FilePath(row.file)).read(at: 0, count: .max)
            #expect((found(bytes) == nil) == row.path.hasPrefix("malformed/"), "\(row.path)")
        }
    }
}
