import Imaging
import PhotoFixtures
import PhotoModel
import PickerHost
import TestSupport
import Testing

/// Photos of real cameras, asked for through a loaded plugin and compared with what independent decoders say.
@Suite("The corpus through a backend", .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.explanation)))
struct CorpusThroughBackendTests {
    @Test(
        "reports the manifest's upright size for every JPEG, PNG, HEIC, HEIF and AVIF", arguments: BackendUnderTest.all)
    func sizes(backend: BackendUnderTest) async throws {
        let library = try await backend.open(Corpus.path)
        defer { library.close() }
        #expect(Corpus.photos.count > 400 && Corpus.heifPhotos.count > 100)
        let rows = Corpus.photos + Corpus.heifPhotos
        // All at once: a fetch for each of them takes longer than all else of this test.
        let found = try await library.fetch(.paths(rows.map { AssetPath($0.path) }))
        let assets = try await found.window(offset: 0, length: .max)
        try #require(assets.count == rows.count)
        for (row, asset) in zip(rows, assets) {
            let expected = try #require(row.orientedSize)
            #expect(
                asset.pixelWidth == expected.width && asset.pixelHeight == expected.height,
                "\(row.path): \(asset.pixelWidth)x\(asset.pixelHeight)")
        }
    }

    @Test("shows the manifest's colours in the quarters of each image", arguments: BackendUnderTest.all)
    func quarters(backend: BackendUnderTest) async throws {
        let library = try await backend.open(Corpus.path)
        defer { library.close() }
        var rows = Corpus.comparablePhotos + (backend.id == "heif" ? Corpus.comparableHEIFPhotos : [])
        // Images that are kept ready are in sRGB whatever is asked for.
        if !backend.isOverFolders { rows.removeAll { !$0["icc_profile"].isEmpty } }
        for row in Corpus.sample(rows) {
            let asset = try await library.asset(row.path)
            let image = try await image(of: asset, in: library)
            let found = try image.quarters()
            let difference = zip(found.joined(), try #require(row.quadrants).joined()).map { abs($0 - $1) }.max() ?? 0
            #expect(difference <= Corpus.colorTolerance, "\(row.path): \(difference)")
        }
    }

    /// Large images at 256 pixels. Those with alpha at full size, because scaling leaves nothing of the colours where
    /// it is 0; and small ones, because edges of few pixels become mixtures.
    private func image(of asset: Asset, in library: PhotoLibrary) async throws -> PixelBuffer {
        let scaled = try await library.requestImage(for: asset.localIdentifier, options: Self.thumbnail)
            .finalImage().pixels
        #expect(max(scaled.size.width, scaled.size.height) <= 256, "\(asset.filename)")
        if scaled.format != .rgba8, asset.pixelWidth * asset.pixelHeight > 1 << 16 { return scaled }
        var options = Self.thumbnail
        options.targetSize = nil
        return try await library.requestImage(for: asset.localIdentifier, options: options).finalImage().pixels
    }

    @Test("refuses what it cannot decode with a reason", arguments: BackendUnderTest.all)
    func refusals(backend: BackendUnderTest) async throws {
        let library = try await backend.open(Corpus.path)
        defer { library.close() }
        for path in Corpus.refusedPhotos.keys {
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
}
