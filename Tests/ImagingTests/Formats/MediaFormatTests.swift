import Imaging
import PhotoModel
import TestSupport
import Testing

@Suite("The format of a file")
struct MediaFormatTests {
    @Test(
        "is found from its signature",
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], MediaFormat.jpeg),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
            (Array("GIF89a".utf8), .gif),
            (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .webp),
            (Array("RIFF\0\0\0\0AVI LIST".utf8), .avi),
            (Array("FUJIFILMCCD-RAW 0201".utf8), .raf),
            (Array("IIRO\u{8}\0\0\0".utf8), .orf),
            ([0x49, 0x49, 0x55, 0x00, 0x18, 0, 0, 0], .rw2),
            ([0x49, 0x49, 0x2A, 0x00, 0x10, 0, 0, 0] + Array("CR\u{2}\0".utf8), .cr2),
            ([0x1A, 0x45, 0xDF, 0xA3, 0x9F] + Array("matroska".utf8), .mkv),
            ([0x1A, 0x45, 0xDF, 0xA3, 0x9F] + Array("webm".utf8), .webm),
        ] as [([UInt8], MediaFormat)]
    )
    func isToldFromSignature(head: [UInt8], format: MediaFormat) {
        #expect(MediaFormat.sniff(head) == format)
    }

    @Test(
        "of the ISO base media family is found from its brands",
        arguments: [
            ("heic", [], MediaFormat.heic), ("mif1", ["mif1", "heic"], .heic), ("mif1", ["mif1", "avif"], .avif),
            ("mif1", ["mif1"], .heif), ("avis", [], .avif), ("crx ", [], .cr3), ("qt  ", [], .mov),
            ("M4V ", [], .m4v), ("isom", ["mp42"], .mp4), ("3gp5", [], .mp4),
            ("MA1B", ["mif1", "miaf", "avif"], .avif), ("MiHE", ["heic", "mif1"], .heic), ("MiXX", ["mif1"], .heif),
            ("jpeg", ["mif1"], .heif), ("isom", ["heic"], .mp4),
            ("mp42", ["isom", "mif1"], .mp4), ("iso5", ["mif1"], .mp4),
        ] as [(String, [String], MediaFormat)]
    )
    func isToldFromBrands(major: String, compatible: [String], format: MediaFormat) {
        let brands = Array((major + "\0\0\0\0" + compatible.joined()).utf8)
        let head = [0, 0, 0, UInt8(8 + brands.count)] + Array("ftyp".utf8) + brands
        #expect(MediaFormat.sniff(head) == format)
    }

    @Test("of a TIFF whose tags are out of reach is decided by the name's extension")
    func extensionBreaksTies() {
        let head: [UInt8] = [0x49, 0x49, 0x2A, 0x00, 0xFF, 0xFF, 0xFF, 0x00, 0, 0, 0, 0]
        #expect(MediaFormat.sniff(head) == .tiff)
        #expect(MediaFormat.sniff(head, filenameExtension: "NEF") == .nef)
        #expect(MediaFormat.sniff(head, filenameExtension: "jpg") == .tiff)
    }

    @Test("is nil for bytes that are nothing of ours", arguments: ["", "BM", "hello, world", "%PDF-1.7", "\0\0\0\0"])
    func isNilForOthers(text: String) {
        #expect(MediaFormat.sniff(Array(text.utf8)) == nil)
    }

    @Test(
        "is not that of a JPEG inside of another file",
        arguments: ["PK\u{3}\u{4}\n\0", "ID3\u{3}\0", "fLaC\0", "OggS\0", "%PDF-1.7\n"])
    func isNilForContainers(text: String) {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + Array(repeating: 0, count: 64)
        #expect(MediaFormat.sniff(Array(text.utf8) + jpeg) == nil)
        #expect(MediaFormat.sniff(Array("some junk\r\n".utf8) + jpeg) == .jpeg)
    }

    @Test("is never found from the name")
    func ignoresNames() {
        #expect(MediaFormat.sniff(Array("plain text".utf8), filenameExtension: "jpg") == nil)
    }

    @Test(
        "of every file in the corpus is the one in the manifest",
        .enabled(if: Corpus.isAvailable, Corpus.comment),
        arguments: Corpus.rows.filter { $0.expected == "decodes" && !$0["mime_by_file"].isEmpty }
    )
    func matchesCorpus(row: CorpusRow) {
        let sniffed = MediaFormat.sniff(row.bytes)
        let kind = row["mime_by_file"].split(separator: "/").first.map(String.init)
        if kind == "video" { #expect(sniffed?.kind == .video) }
        switch row["mime_by_file"] {
        case "image/jpeg": #expect(sniffed == .jpeg)
        case "image/png", "image/apng": #expect(sniffed == .png)
        case "image/heic", "image/heif", "image/avif":
            #expect([.heic, .heif, .avif].contains(sniffed), "\(String(describing: sniffed))")
        default: break
        }
    }
}
