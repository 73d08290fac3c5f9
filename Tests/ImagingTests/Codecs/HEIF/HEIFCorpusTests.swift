import HEIFImaging
import Imaging
import PhotoFixtures
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@Suite("Every HEIC, HEIF and AVIF of the corpus", .enabled(if: Corpus.isAvailable, Corpus.comment))
struct HEIFCorpusTests {
    private let decoder = ImageDecoder(codecs: .builtIn + [HEIFCodec()])

    @Test("has the manifest's size once it is upright, read without libheif", arguments: Corpus.heifPhotos)
    func size(row: CorpusRow) throws {
        let header = try ImageDecoder().header(of: ImageSource(path: row.filePath))
        #expect(header.orientedSize == row.uprightSize)
    }

    @Test("shows the manifest's colours in its quarters", arguments: Corpus.sample(Corpus.comparableHEIFPhotos))
    func quadrants(row: CorpusRow) throws {
        let source = try ImageSource(path: row.filePath)
        let header = try decoder.header(of: source)
        let isScaled = !header.hasAlpha && header.storedSize.pixelCount > 1 << 16
        let box = isScaled ? PixelSize(width: 256, height: 256) : nil
        // The manifest's colours were taken without regard to profiles.
        let image = try decoder.render(source, RenderRequest(targetSize: box, convertsToSRGB: false))
        #expect(isScaled ? max(image.size.width, image.size.height) == 256 : image.size == row.uprightSize)
        let difference = largestDifference(try image.quarters(), try #require(row.quadrants))
        #expect(difference <= Corpus.colorTolerance, "\(difference)")
    }

    @Test("is compared, but for a few")
    func coverage() {
        let left = Corpus.heifPhotos.filter { $0.quadrants == nil }
        #expect(left.allSatisfy { $0["mode"] == "I;16" }, "Pillow makes no RGB of gray with 16 bits")
        #expect(Corpus.heifPhotos.count > 100 && Corpus.comparableHEIFPhotos.count > 100)
    }

    @Test("of gray with more than eight bits has as many grays as one with eight")
    func deepGray() throws {
        for size in ["128x128", "29x100"] {
            let images = try [8, 10, 12].map { depth in
                let path = "\(Corpus.path)/heif/features/pillow_heif__L_\(depth)__\(size).heif"
                return try decoder.render(ImageSource(path: FilePath(path)), RenderRequest(convertsToSRGB: false))
            }
            for image in images {
                #expect(image.format == .gray8 && image.size == images[0].size)
                #expect(largestDifference(try image.quarters(), try images[0].quarters()) < 3)
            }
        }
    }

    @Test("of a codec that is not installed here is refused with its name", arguments: Corpus.rows(under: "heif/"))
    func unsupported(row: CorpusRow) throws {
        guard row["decodes_ok"] == "no" else { return }
        do throws(ImagingError) {
            // What the manifest's decoder refuses may be shown; it does not say then what of it is cut off.
            let source = try ImageSource(path: row.filePath)
            let image = try decoder.render(source, RenderRequest())
            #expect(try image.size == decoder.header(of: source).orientedSize)
        } catch {
            switch error {
            case .unsupportedFormat, .corrupt: break
            default: Issue.record("\(error)")
            }
        }
    }
}
