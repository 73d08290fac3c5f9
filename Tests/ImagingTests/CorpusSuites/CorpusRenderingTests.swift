import Imaging
import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

@Suite("Every photo of the corpus", .enabled(if: Corpus.isAvailable, Corpus.comment))
struct CorpusRenderingTests {
    @Test("has the manifest's size once it is upright", arguments: Corpus.photos)
    func size(row: CorpusRow) throws {
        let header = try ImageDecoder().header(of: ImageSource(path: row.filePath))
        #expect(header.orientedSize == row.uprightSize)
    }

    @Test("shows the manifest's colours in its quarters", arguments: Corpus.sample(Corpus.comparablePhotos))
    func quadrants(row: CorpusRow) throws {
        let source = try ImageSource(path: row.filePath)
        let header = try ImageDecoder().header(of: source)
        // Where alpha is 0, scaling leaves nothing of the colours; and edges of few pixels become mixtures.
        let isScaled = !header.hasAlpha && header.storedSize.pixelCount > 1 << 16
        let box = isScaled ? PixelSize(width: 256, height: 256) : nil
        // The manifest's colours were taken without regard to profiles.
        let image = try ImageDecoder().render(source, RenderRequest(targetSize: box, convertsToSRGB: false))
        #expect(isScaled ? max(image.size.width, image.size.height) == 256 : image.size == row.uprightSize)
        let difference = largestDifference(try image.quarters(), try #require(row.quadrants))
        #expect(difference <= Corpus.colorTolerance, "\(difference)")
    }

    @Test("is compared, but for a few")
    func coverage() {
        let left = Corpus.photos.filter { $0.quadrants == nil }
        #expect(left.allSatisfy { $0["mode"] == "I;16" }, "Pillow makes no RGB of gray with 16 bits")
        #expect(Corpus.photos.count > 400 && Corpus.comparablePhotos.count > 400)
    }

    @Test("is refused with a clear reason where it is not supported", arguments: Array(Corpus.refusedPhotos.keys))
    func refuses(path: String) throws {
        let row = try #require(Corpus.rows.first { $0.path == path })
        let error = #expect(throws: ImagingError.self) {
            try ImageDecoder().render(ImageSource(path: row.filePath), RenderRequest())
        }
        guard case .unsupportedFormat = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("looks the same in all orientations of one set")
    func sameUpright() throws {
        let rows = Corpus.rows.filter { $0.expected == "must display identically to o1" }
        let request = RenderRequest(targetSize: PixelSize(width: 256, height: 256))
        let images = try rows.map { try ImageDecoder().render(ImageSource(path: $0.filePath), request) }
        for image in images { #expect(try image.meanDifference(from: images[0]) < 2) }
    }
}
