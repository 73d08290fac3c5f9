import Imaging
import PhotoFixtures
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import VideoMedia

@testable import VideoConversion

@Suite(
    "Every video of the corpus as MP4",
    .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.explanation)))
struct CorpusConversionTests {
    private static let rare: Set = [
        "video/mp4parse-rust__tiny_av1.mp4", "video/photoprism__quicktime-hvc1.mov",
    ]
    private static let all = Corpus.rows(under: "video/", "live-photo/").filter {
        ["MP4", "MOV"].contains($0["exiftool_type"])
    }
    private static let rows =
        Corpus.sample(all.filter { !rare.contains($0.path) }) + all.filter { rare.contains($0.path) }

    private func convert(_ row: CorpusRow, keepsLocation: Bool) async throws -> ImageSource? {
        try await onThread {
            let source = try ImageSource(path: FilePath(row.file))
            return try VideoConversion(keepsLocation: keepsLocation).convert(VideoBytes(source))
        }
    }

    private func comparison(_ row: CorpusRow, _ converted: ImageSource) throws {
        let decoder = ImageDecoder.withVideo
        let original = try ImageSource(path: FilePath(row.file))
        let (before, after) = (try decoder.metadata(of: original), try decoder.metadata(of: converted))
        let (old, new) = (try #require(before.video), try #require(after.video))
        #expect(new.videoCodec?.hasPrefix("avc1.") == true && new.size == old.size)
        #expect(abs((new.duration ?? 0) - (old.duration ?? 0)) < 0.1, "\(new) \(old)")
        #expect(new.hasAudio == old.hasAudio && after.dateTimeOriginal == before.dateTimeOriginal)
        let images = try [original, converted].map {
            try decoder.render($0, RenderRequest()).quarters().joined()
        }
        let difference = zip(images[0], images[1]).map { abs($0 - $1) }.max() ?? 255
        #expect(difference < 6, "\(difference)")
    }

    @Test("stays as it is when it is H.264, and is H.264 with the same facts else", arguments: rows)
    func compatible(row: CorpusRow) async throws {
        let converted = try await convert(row, keepsLocation: true)
        #expect((converted != nil) == Self.rare.contains(row.path))
        if let converted { try comparison(row, converted) }
    }

    @Test("keeps its facts without its place", arguments: rows)
    func withoutLocation(row: CorpusRow) async throws {
        let converted = try #require(try await convert(row, keepsLocation: false))
        try comparison(row, converted)
        #expect(try ImageDecoder.withVideo.metadata(of: converted).location == nil)
    }

    @Test(
        "is refused or converted where it is damaged", arguments: Corpus.rows(under: "malformed/video/")
    )
    func malformed(row: CorpusRow) async throws {
        do {
            _ = try await convert(row, keepsLocation: false)
        } catch {
            guard case .imaging(.corrupt)? = error as? VideoConversionError else {
                Issue.record("\(error)")
                return
            }
        }
    }
}
