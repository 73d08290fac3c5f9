import PhotoModel
import Testing

@testable import Imaging

@Suite("Boxes of the ISO base media format")
struct ISOBoxTests {
    private func boxes(_ bytes: [UInt8]) throws -> [String] {
        try ISOBox.all(in: ByteView(bytes)).map { box in
            ([box.type] + box.content.bytes.map { String($0) }).joined(separator: " ")
        }
    }

    @Test("follow each other, with short lengths, long ones, and one that goes to the end")
    func lengths() throws {
        let short: [UInt8] = .box("aaaa", [1, 2])
        let long: [UInt8] = [0, 0, 0, 1] + Array("bbbb".utf8) + [0, 0, 0, 0, 0, 0, 0, 17, 3]
        let open: [UInt8] = [0, 0, 0, 0] + Array("cccc".utf8) + [4, 5]
        #expect(try boxes(short + long + open) == ["aaaa 1 2", "bbbb 3", "cccc 4 5"])
        #expect(try boxes([]) == [])
        #expect(try boxes(.box("aaaa")) == ["aaaa"])
    }

    @Test(
        "are damaged where their length is beyond the end, or less than that of their header",
        arguments: [
            [0, 0, 0, 9, 0x61, 0x61, 0x61, 0x61], [0, 0, 0, 7, 0x61, 0x61, 0x61, 0x61],
            [0, 0, 0, 1, 0x61, 0x61, 0x61, 0x61, 0, 0, 0, 0, 0, 0, 0, 15],
            [0, 0, 0, 1, 0x61, 0x61, 0x61, 0x61, 0xFF, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 1, 0x61, 0x61, 0x61, 0x61, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0],
            [0, 0, 0, 8, 0x61, 0x61, 0x61],
        ] as [[UInt8]])
    func damaged(bytes: [UInt8]) {
        let whole: [UInt8] = .box("good", [1])
        let error = #expect(throws: ImagingError.self) { try ISOBox.all(in: ByteView(whole + bytes)) }
        #expect(error?.status == .corruptMedia)
        // Those before the damage are found.
        let before = ISOBox.first(in: ByteView(whole + bytes)) { $0.type == "good" }
        let after = ISOBox.first(in: ByteView(bytes + whole)) { $0.type == "good" }
        #expect(before?.type == "good" && after?.type == nil)
    }

    @Test("of a file are found by their way from the outermost, not beyond the box that they are in")
    func paths() throws {
        let inner: [UInt8] = .box("moov", .box("trak", [1]), .box("udta", .box("XMP_", [7, 8])))
        let bytes = [UInt8].box("free", [0]) + inner + [UInt8].box("meta", [9])
        var reader = ISOFileReader(try SourceWindow(ImageSource(bytes: bytes)))
        let place = reader.first(path: "moov", "udta", "XMP_")
        let found = try #require(place)
        let content = try reader.view(found.content).bytes
        #expect(content.elementsEqual([7, 8]) && found.isComplete)
        let (outside, tooDeep) = (reader.first(path: "moov", "meta"), reader.first(path: "trak"))
        #expect(outside == nil && tooDeep == nil)
        let meta = reader.first(path: "meta")
        #expect(meta?.content == bytes.count - 1..<bytes.count)
        // A box that is cut off is none.
        var cut = ISOFileReader(try SourceWindow(ImageSource(bytes: Array(bytes.dropLast()))))
        let (end, whole) = (cut.first(path: "meta"), cut.first(path: "moov"))
        #expect(end == nil && whole != nil)
    }

    @Test("with an identifier are found by it, whatever others there are")
    func identifiers() throws {
        let (wanted, other) = ([UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16))
        let bytes =
            [UInt8].box("uuid", other, [5]) + [UInt8].box("uuid", [1, 1]) + [UInt8].box("uuid", wanted, [6, 7])
        var reader = ISOFileReader(try SourceWindow(ImageSource(bytes: bytes)))
        let place = reader.first(identifier: wanted, in: 0..<bytes.count)
        let found = try #require(place)
        #expect(bytes[found] == [6, 7])
        let none = reader.first(identifier: [3], in: 0..<bytes.count)
        #expect(none == nil)
    }

    @Test(
        "say by their brands what a file is",
        arguments: [
            ("heix", [], .heic), ("heim", [], .heic), ("heis", [], .heic), ("hevc", [], .heic), ("hevx", [], .heic),
            ("hevm", [], .heic), ("hevs", [], .heic), ("avif", [], .avif), ("avis", [], .avif), ("crx ", [], .cr3),
            ("qt  ", ["heic"], .mov), ("M4VH", [], .m4v), ("M4VP", [], .m4v), ("msf1", ["hevc"], .heic),
            ("mif2", ["avis"], .avif), ("mif3", ["qt  "], .heif), ("miaf", [], .heif),
            ("1pic", ["mif1", "avif"], .avif), ("jpeg", [], .heif), ("j2ki", ["heic"], .heif), ("avci", [], .heif),
            ("unif", [], .heif), ("M4A ", [], nil), ("jp2 ", [], nil), ("jpx ", [], nil), ("jxl ", [], nil),
            ("isom", ["avif"], .mp4), ("xxxx", [], .mp4),
        ] as [(String, [String], MediaFormat?)])
    func brands(major: String, compatible: [String], format: MediaFormat?) {
        let brands = Array((major + "\0\0\0\0" + compatible.joined()).utf8)
        let box: [UInt8] = .box("ftyp", brands)
        #expect(FileTypeBox(ByteView(box))?.format == format)
        // What follows the box is no brand.
        #expect(FileTypeBox(ByteView(box + Array("avifavif".utf8)))?.format == format)
    }

    @Test(
        "say that a file is of the first QuickTime",
        arguments: [
            ("moov", "", true), ("mdat", "", true), ("pnot", "", true), ("wide", "mdat", true), ("free", "moov", true),
            ("skip", "free", true), ("wide", "ftyp", false), ("free", "", false), ("junk", "moov", false),
        ])
    func classic(first: String, second: String, isMovie: Bool) {
        let bytes = [UInt8].box(first, [1, 2, 3]) + (second.isEmpty ? [] : [UInt8].box(second))
        #expect((FileTypeBox.sniffISOBaseMedia(ByteView(bytes), [.mov]) == .mov) == isMovie)
        #expect(FileTypeBox.sniffISOBaseMedia(ByteView(bytes), [.mp4]) == nil)
    }
}
