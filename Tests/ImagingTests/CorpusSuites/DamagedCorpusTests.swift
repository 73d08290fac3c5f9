import Imaging
import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

@Suite("A damaged photo of the corpus", .enabled(if: Corpus.isAvailable, Corpus.comment))
struct DamagedCorpusTests {
    /// Rows that the manifest's decoder refuses and this one shows, with the reason. All but the last say what is
    /// missing of them.
    private static let partial: [String: String] = [
        "malformed/fuzz-png/go-fuzz-corpus__a5a6656087f34fc8cab1df8611daad94675ca8fb-2": "one of its few rows is whole",
        "malformed/jpeg/Pillow__truncated_jpeg.jpg": "all but the end of its last rows is there",
        "malformed/mismatch/photoprism__animated-earth.jpg": "288 of 300 rows are there",
        "malformed/mismatch/photoprism__broken.jpg": "720 of 725 rows are there",
        "malformed/png/Pillow__truncated_image.png": "385 of 480 rows are there",
        "malformed/truncated/photo_10pct.jpg": "64 of 592 rows are there",
        "malformed/truncated/photo_10pct.png": "19 of 192 rows are there",
        "malformed/truncated/photo_50pct.jpg": "288 of 592 rows are there",
        "malformed/truncated/photo_60pct.png": "110 of 192 rows are there",
        "malformed/truncated/photo_90pct.jpg": "528 of 592 rows are there",
        "malformed/png/libpng__empty_ancillary_chunks.png": "only chunks that the image does not need are empty",
    ]
    private static let whole = "malformed/png/libpng__empty_ancillary_chunks.png"

    /// Whatever its format: those that are not decoded here are refused for that.
    private static let toBeRefused = Corpus.rows(under: "malformed/").filter { row in
        row["decodes_ok"] != "yes" && !row.isOptional && partial[row.path] == nil
    }

    @Test("that should be refused is", arguments: toBeRefused)
    func refuses(row: CorpusRow) throws {
        for box in [nil, PixelSize(width: 256, height: 256)] {
            let error = #expect(throws: ImagingError.self) {
                try ImageDecoder().render(ImageSource(path: row.filePath), RenderRequest(targetSize: box))
            }
            switch error {
            case .corrupt, .unsupportedFormat, .tooLarge: break
            default: Issue.record("\(String(describing: error))")
            }
        }
    }

    @Test("is shown as far as it goes, and says so", arguments: partial.keys.sorted())
    func showsPart(path: String) throws {
        let row = try #require(Corpus.rows.first { $0.path == path })
        let result = try ImageDecoder().renderWithDiagnostics(ImageSource(path: row.filePath), RenderRequest())
        #expect(result.diagnostics.isClean == (path == Self.whole))
        #expect(result.diagnostics.completeRows.map { $0 > 0 } ?? (path == Self.whole))
    }

    @Test("that another decoder shows is shown alike, or refused, or said to be damaged", arguments: Corpus.tolerated)
    func tolerated(row: CorpusRow) throws {
        let source = try ImageSource(path: row.filePath)
        let request = RenderRequest(convertsToSRGB: false)
        guard let result = try? ImageDecoder().renderWithDiagnostics(source, request) else { return }
        #expect(result.buffer.size == row.uprightSize)
        guard result.diagnostics.isClean, let expected = row.quadrants else { return }
        let difference = largestDifference(try result.buffer.quarters(), expected)
        #expect(difference <= Corpus.colorTolerance, "\(difference)")
    }

    @Test("is shown in most cases where another decoder shows it")
    func toleratedCount() {
        let shown = Corpus.tolerated.filter { row in
            (try? ImageDecoder().render(ImageSource(path: row.filePath), RenderRequest())) != nil
        }
        #expect(shown.count * 4 >= Corpus.tolerated.count * 3 && Corpus.tolerated.count > 100)
    }
}
