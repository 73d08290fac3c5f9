import Imaging
import PhotoFixtures
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@Suite("The preview of a multi-picture file")
struct PreviewTests {
    private typealias Image = MultiPictureFixture.Image

    private func preview(_ width: Int = 640, _ height: Int = 480) throws -> [UInt8] {
        try JPEGEncoder(quality: 70).encode(.quarters(width, height))
    }

    private func image(_ width: Int = 800, _ height: Int = 600) throws -> [UInt8] {
        try JPEGEncoder().encode(.waves(width, height))
    }

    private func thumbnail(_ bytes: [UInt8]) throws -> PixelBuffer? {
        try ImageDecoder().embeddedThumbnail(of: ImageSource(bytes: bytes))
    }

    @Test("stands in for a thumbnail, in either byte order", arguments: [true, false])
    func found(isLittleEndian: Bool) throws {
        for kind in [MultiPictureFixture.vga, MultiPictureFixture.fullHD] {
            let fixture = MultiPictureFixture(
                Image(kind: kind, bytes: try preview()), isLittleEndian: isLittleEndian)
            let found = try #require(try thumbnail(fixture.joined(to: image())))
            #expect(found.size == PixelSize(width: 640, height: 480))
            #expect(try found.meanDifference(from: .quarters(640, 480)) < 4)
        }
    }

    @Test(
        "is read from where it is in the file, far after the head, and nothing between is",
        .enabled(if: Self.bytesRead() != nil, "needs the kernel's count of bytes that a thread read")
    )
    func far() throws {
        let folder = try TemporaryFolder()
        let preview = try preview()
        let fixture = MultiPictureFixture(Image(kind: MultiPictureFixture.vga, bytes: preview))
        let path = try folder.file("far.jpg", fixture.joined(to: image(), gap: 3 << 20))
        let before = try #require(Self.bytesRead())
        let found = try ImageDecoder().embeddedThumbnail(of: ImageSource(path: path))
        let read = try #require(Self.bytesRead()) - before
        #expect(found?.size == PixelSize(width: 640, height: 480))
        let count = 1 << 10  // What counting reads.
        #expect((64 << 10) + preview.count..<(64 << 10) + preview.count + count ~= read)
    }

    /// How many bytes this thread has read of files so far.
    private static func bytesRead() -> Int? {
        var buffer = [UInt8](repeating: 0, count: 256)
        guard let file = try? FileDescriptor.open("/proc/thread-self/io", .readOnly),
            let count = try? file.closeAfter({ try buffer.withUnsafeMutableBytes { try file.read(into: $0) } })
        else { return nil }
        let line = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").first {
            $0.hasPrefix("rchar: ")
        }
        return line.flatMap { Int($0.dropFirst(7)) }
    }

    @Test("comes out upright, turned as the image is")
    func upright() throws {
        let fixture = MultiPictureFixture(Image(kind: MultiPictureFixture.vga, bytes: try preview()))
        let file = EXIFFixture(orientation: 6).inserted(into: fixture.joined(to: try image()))
        // The index counts from its own header, so what came before it does not matter.
        let found = try #require(try thumbnail(file))
        #expect(found.size == PixelSize(width: 480, height: 640))
        let stored = try PixelBuffer.quarters(640, 480).quarters()
        #expect(largestDifference(try found.quarters(), [stored[2], stored[0], stored[3], stored[1]]) < 8)
    }

    @Test("is not shown when it says for itself that it is turned otherwise", arguments: [UInt16(1), 6])
    func ownOrientation(own: UInt16) throws {
        let turned = EXIFFixture(orientation: own).inserted(into: try preview())
        let fixture = MultiPictureFixture(Image(kind: MultiPictureFixture.vga, bytes: turned))
        let file = EXIFFixture(orientation: 6).inserted(into: fixture.joined(to: try image()))
        #expect((try thumbnail(file) != nil) == (own == 6))
    }

    @Test("gives way to a thumbnail in EXIF, but not to a stale one")
    func afterEXIF() throws {
        let fixture = MultiPictureFixture(Image(kind: MultiPictureFixture.vga, bytes: try preview()))
        let file = fixture.joined(to: try image())
        let good = EXIFFixture(orientation: 1, thumbnail: try preview(160, 120)).inserted(into: file)
        #expect(try thumbnail(good)?.size == PixelSize(width: 160, height: 120))
        let stale = EXIFFixture(orientation: 1, thumbnail: try preview(120, 120)).inserted(into: file)
        #expect(try thumbnail(stale)?.size == PixelSize(width: 640, height: 480))
    }

    @Test("is the smaller one of two")
    func smaller() throws {
        let fixture = MultiPictureFixture(
            Image(kind: MultiPictureFixture.fullHD, bytes: try preview(1440, 1080)),
            Image(kind: MultiPictureFixture.vga, bytes: try preview()))
        #expect(try thumbnail(fixture.joined(to: image()))?.size == PixelSize(width: 640, height: 480))
    }

    @Test("is not shown when its shape is that of another image")
    func stale() throws {
        let fixture = MultiPictureFixture(Image(kind: MultiPictureFixture.vga, bytes: try preview()))
        #expect(try thumbnail(fixture.joined(to: image(600, 600))) == nil)
    }

    @Test("is not read when it is longer than 64 KiB")
    func long() throws {
        let small = try preview()
        for (length, isRead) in [(64 << 10, true), ((64 << 10) + 1, false)] {
            let padded = small + [UInt8](repeating: 0, count: length - small.count)
            let fixture = MultiPictureFixture(Image(kind: MultiPictureFixture.vga, bytes: padded))
            #expect((try thumbnail(fixture.joined(to: image())) != nil) == isRead)
        }
    }

    @Test("is none when it is something else", arguments: [UInt32(0), 0x02_0002, 0x03_0000, 0x01_0003, 0x0101_0001])
    func otherKinds(kind: UInt32) throws {
        let fixture = MultiPictureFixture(Image(kind: kind, bytes: try preview()))
        #expect(try thumbnail(fixture.joined(to: image())) == nil)
    }

    @Test("is none when the index is wrong")
    func hostile() throws {
        let bytes = try preview()
        let vga = MultiPictureFixture.vga
        let images = [
            Image(kind: vga, bytes: bytes, claimedLength: .max),
            Image(kind: vga, bytes: bytes, claimedLength: 0),
            Image(kind: vga, bytes: bytes, claimedLength: UInt32(bytes.count + 1)),
            Image(kind: vga, bytes: bytes, claimedLength: UInt32(bytes.count / 2)),
            Image(kind: vga, bytes: bytes, claimedOffset: .max),
            Image(kind: vga, bytes: bytes, claimedOffset: 0),
            Image(kind: vga, bytes: bytes, claimedOffset: 1),
            Image(kind: vga, bytes: Array(bytes.dropFirst(2))),
            Image(kind: vga, bytes: []),
        ]
        for other in images {
            #expect(try thumbnail(MultiPictureFixture(other).joined(to: image())) == nil)
        }
        for length in [UInt32.max, 1 << 20, 33, 31, 16, 4, 0] {
            var fixture = MultiPictureFixture(Image(kind: vga, bytes: bytes))
            fixture.claimedListLength = length
            #expect(try thumbnail(fixture.joined(to: image())) == nil)
        }
    }

    @Test("is none of the other images of a file of the corpus", .enabled(if: Corpus.isAvailable, Corpus.comment))
    func corpus() throws {
        let rows = Corpus.photos.filter { $0["decoder_format"] == "MPO" && $0["exif_thumbnail_bytes"].isEmpty }
        #expect(rows.count >= 4)
        for row in rows {
            #expect(try ImageDecoder().embeddedThumbnail(of: ImageSource(path: row.filePath)) == nil, "\(row)")
        }
    }
}
