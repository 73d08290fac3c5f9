import Imaging
import PhotoModel
import TestSupport
import Testing

@Suite("An undamaged file of the corpus", .enabled(if: Corpus.isAvailable, Corpus.comment))
struct UndamagedCorpusTests {
    private static let rows = Corpus.rows.filter { row in
        row.expected == "decodes" && !row.path.hasPrefix("malformed/") && Corpus.refusedPhotos[row.path] == nil
            && ["JPEG", "MPO", "PNG", "WEBP", "GIF"].contains(row["decoder_format"])
    }

    @Test("is never said to be incomplete, at any size", arguments: Corpus.sample(rows))
    func isComplete(row: CorpusRow) throws {
        let source = try ImageSource(path: row.filePath)
        for box in [nil, PixelSize(width: 256, height: 256)] {
            let result = try ImageDecoder().renderWithDiagnostics(source, RenderRequest(targetSize: box))
            #expect(!result.diagnostics.isIncomplete, "\(result.diagnostics)")
        }
    }

    @Test("is one of some hundred")
    func coverage() {
        #expect(Self.rows.count > 300)
    }
}
