import Imaging
import Pixels
import TestSupport
import Testing

@Suite("Every photo of the corpus", .enabled(if: Corpus.isAvailable, Corpus.comment))
struct CorpusRenderingTests {
    /// Rows that another decoder shows and this one refuses, with the reason.
    private static let refused: [String: String] = [
        "jpeg/lossless-12-16bit/TwelveMonkeys__testimg_rgb.jpg": "lossless JPEG needs libjpeg-turbo 3"
    ]

    @Test("has the manifest's size once it stands upright", arguments: Corpus.decodable("jpeg", "orientation", "png"))
    func size(row: CorpusRow) throws {
        let header = try ImageDecoder().header(of: ImageSource(path: row.filePath))
        #expect(header.orientedSize == row.uprightSize)
    }

    @Test(
        "shows the manifest's colours in its quarters at 256 pixels",
        arguments: Corpus.decodable("jpeg", "orientation", "png").filter { refused[$0.path] == nil }
    )
    func quadrants(row: CorpusRow) throws {
        let source = try ImageSource(path: row.filePath)
        let header = try ImageDecoder().header(of: source)
        // The manifest's colours were taken without regard to profiles.
        let request = RenderRequest(targetSize: PixelSize(width: 256, height: 256), colorPolicy: .keep)
        let picture = try ImageDecoder().render(source, request)
        #expect(max(picture.size.width, picture.size.height) <= 256)
        // One pixel has no quarters; and a mean over transparent pixels says nothing about a picture.
        guard let expected = row.quadrants, min(picture.size.width, picture.size.height) >= 4, !header.hasAlpha else {
            return
        }
        let difference = largestDifference(try picture.quadrants(), expected)
        #expect(difference <= Self.tolerance(picture), "\(difference)")
    }

    /// Quarters of an odd side cannot be cut at the same place once it is scaled.
    private static func tolerance(_ picture: PixelBuffer) -> Double {
        min(picture.size.width, picture.size.height) < 64 ? 16 : 6
    }

    @Test("is refused with a clear reason where it is not supported", arguments: Array(refused.keys))
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
        let pictures = try rows.map { try ImageDecoder().render(ImageSource(path: $0.filePath), request) }
        for picture in pictures { #expect(try picture.meanDifference(from: pictures[0]) < 2) }
    }
}
