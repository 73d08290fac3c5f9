import Imaging
import PhotoFixtures
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import VideoMedia

@Suite("Every video of the corpus", .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.explanation)))
struct CorpusVideoTests {
    /// The manifest has no colours of videos: these are the means of the quarters of the first frame, upright, as
    /// FFmpeg's scaler gives them.
    private static let quarters: [String: [UInt32]] = [
        "video/derived_rot0.mp4": [0x8A960B, 0x5458FA, 0xAAA703, 0x5754F3],
        "video/derived_rot180.mp4": [0x5754F3, 0xAAA703, 0x5458FA, 0x8A960B],
        "video/derived_rot270.mp4": [0x5458FA, 0x5754F3, 0x8A960B, 0xAAA703],
        "video/derived_rot90.mp4": [0xAAA703, 0x8A960B, 0x5754F3, 0x5458FA],
        "video/elodie__photo.MOV": [0x8A960B, 0x5458FA, 0xAAA703, 0x5754F3],
        "video/mp4parse-rust__metadata.mp4": [0x424242, 0x424242, 0x424242, 0x424242],
        "video/mp4parse-rust__minimal.mp4": [0x424242, 0x424242, 0x424242, 0x424242],
        "video/mp4parse-rust__tiny_av1.mp4": [0xC7CEE2, 0xD8D8D3, 0x90907F, 0x7A7861],
        "video/mp4parse-rust__video_rotation_90.mp4": [0x707070, 0x707070, 0x000000, 0x000000],
        "video/photoprism__isom-avc1.mp4": [0x494761, 0x4F997B, 0x3C3C73, 0x2F4579],
        "video/photoprism__mp42-hvc1.mp4": [0x824B3F, 0x78685D, 0xAA692E, 0xBB8951],
        "video/photoprism__mp4v-avc1.mp4": [0x50372B, 0x432F25, 0x302120, 0x4E3129],
        "video/photoprism__quicktime-hvc1.mov": [0x824B3E, 0x78685C, 0xA9682D, 0xBA8951],
    ]
    private static let codecs = [
        "video/mp4parse-rust__tiny_av1.mp4": "av01.0", "video/photoprism__quicktime-hvc1.mov": "hvc1.1",
    ]

    private static let rows = Corpus.rows(under: "video/")

    private static let liveRows = Corpus.rows(under: "live-photo/").filter { $0.path.hasSuffix(".MOV") }

    @Test("has the manifest's size, its codec and its length", arguments: rows + liveRows)
    func facts(row: CorpusRow) throws {
        let metadata = try ImageDecoder.withVideo.metadata(of: ImageSource(path: FilePath(row.file)))
        let facts = try #require(metadata.video)
        let expected = try #require(row.orientedSize)
        #expect(facts.size == PixelSize(width: expected.width, height: expected.height))
        #expect(facts.videoCodec?.hasPrefix(Self.codecs[row.path] ?? "avc1.") == true, "\(facts)")
        #expect((facts.duration ?? 0) > 0.04 && (facts.framesPerSecond ?? 0) > 9)
        let taken = row["date_taken"]
        if !taken.isEmpty, metadata.dateTimeOriginal?.utcOffsetMinutes == nil {
            #expect(metadata.dateTimeOriginal == CivilTime(taken))
        }
        if !row["make"].isEmpty { #expect(metadata.make == row["make"]) }
        if !row["model"].isEmpty { #expect(metadata.model == row["model"]) }
        let pairing = row["motion_or_live"].split(separator: "=")
        if pairing.count == 2 { #expect(metadata.contentIdentifier == String(pairing[1])) }
    }

    @Test("shows the colours of its first frame in its quarters", arguments: rows)
    func poster(row: CorpusRow) throws {
        let rendered = try ImageDecoder.withVideo.renderWithDiagnostics(
            ImageSource(path: FilePath(row.file)), RenderRequest())
        let expected = try #require(Self.quarters[row.path])
        let found = try rendered.buffer.quarters()
        for (mean, color) in zip(found, expected) {
            let parts = [Double(color >> 16), Double(color >> 8 & 255), Double(color & 255)]
            #expect(zip(mean, parts).allSatisfy { abs($0 - $1) <= Corpus.colorTolerance }, "\(mean) \(parts)")
        }
        #expect(rendered.diagnostics.isClean)
    }

    @Test("is compared")
    func coverage() {
        #expect(Set(Self.rows.map(\.path)) == Set(Self.quarters.keys))
    }

    @Test("turns a tablet's clock and place into a date with its zone and a location")
    func appleMetadata() throws {
        let row = try #require(Self.rows.first { $0.path.hasSuffix("quicktime-hvc1.mov") })
        let metadata = try ImageDecoder.withVideo.metadata(of: ImageSource(path: FilePath(row.file)))
        #expect(
            metadata.dateTimeOriginal
                == CivilTime(year: 2023, month: 9, day: 22, hour: 18, minute: 34, second: 5, utcOffsetMinutes: 120))
        #expect(metadata.location == Location(latitude: 52.4597, longitude: 13.322))
        #expect(metadata.altitude == 51.178)
    }

    /// `no_timescale` is shown by other decoders, and may be.
    @Test("is refused or shown where it is damaged", arguments: Corpus.rows(under: "malformed/video/"))
    func malformed(row: CorpusRow) throws {
        let source = try ImageSource(path: FilePath(row.file))
        do throws(ImagingError) {
            let rendered = try ImageDecoder.withVideo.renderWithDiagnostics(source, RenderRequest())
            #expect(row.isOptional || !rendered.diagnostics.isClean, "\(row.path)")
        } catch {
            guard case .corrupt = error else {
                Issue.record("\(error)")
                return
            }
        }
    }
}
