import Imaging
import PhotoModel
import PickerHost
import Pixels
import TestSupport
import Testing

/// Photos of real cameras, asked for through a loaded plugin and compared with what independent decoders say.
@Suite("The corpus through a backend", .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.explanation)))
struct CorpusThroughBackendTests {
    /// Rows that another decoder shows and these backends refuse, with the reason.
    private static let refused = [
        "jpeg/lossless-12-16bit/TwelveMonkeys__testimg_rgb.jpg": "lossless JPEG needs libjpeg-turbo 3"
    ]

    @Test("reports the manifest's upright size for every JPEG and oriented PNG", arguments: BackendUnderTest.all)
    func sizes(backend: BackendUnderTest) async throws {
        let library = try await backend.open(Corpus.path)
        defer { library.close() }
        let rows = Corpus.decodable("jpeg", "orientation")
        #expect(rows.count > 150)
        for row in rows {
            let asset = try await library.asset(row.path)
            let expected = try #require(row.orientedSize)
            #expect(
                asset.pixelWidth == expected.width && asset.pixelHeight == expected.height,
                "\(row.path): \(asset.pixelWidth)x\(asset.pixelHeight)")
        }
    }

    @Test("shows the manifest's colours in the quarters of each 256 pixel image", arguments: BackendUnderTest.all)
    func quarters(backend: BackendUnderTest) async throws {
        let library = try await backend.open(Corpus.path)
        defer { library.close() }
        for row in Corpus.decodable("jpeg", "orientation") where Self.refused[row.path] == nil {
            let asset = try await library.asset(row.path)
            let image = try await library.requestImage(for: asset.localIdentifier, options: Self.thumbnail)
                .finalImage().image
            try compare(image, with: row)
        }
    }

    @Test("refuses what it cannot decode with a reason", arguments: BackendUnderTest.all)
    func refusals(backend: BackendUnderTest) async throws {
        let library = try await backend.open(Corpus.path)
        defer { library.close() }
        for path in Self.refused.keys {
            let asset = try await library.asset(path)
            let error = await #expect(throws: PhotoError.self) {
                try await library.requestImage(for: asset.localIdentifier, options: Self.thumbnail).finalImage()
            }
            #expect(error?.status == .unsupportedFormat)
        }
    }

    /// Profiles are kept: the manifest's colours were taken without regard to them.
    private static let thumbnail = ImageOptions(
        targetSize: PixelSize(width: 256, height: 256), deliveryMode: .highQualityFormat, convertsToSRGB: false)

    private func compare(_ image: PixelBuffer, with row: CorpusRow) throws {
        #expect(max(image.size.width, image.size.height) <= 256, "\(row.path)")
        // A mean over transparent pixels says nothing about a picture, and a pixel has no quarters.
        guard let expected = row.quadrants, min(image.size.width, image.size.height) >= 4, image.format != .rgba8
        else { return }
        // Quarters of an odd side cannot be cut at the same place once it is scaled.
        let tolerance: Double = min(image.size.width, image.size.height) < 64 ? 16 : 6
        let found = try image.quarters()
        let difference = zip(found.joined(), expected.joined()).map { abs($0 - $1) }.max() ?? 0
        #expect(difference <= tolerance, "\(row.path): \(difference)")
    }
}
