import Imaging
import PhotoFixtures
import PhotoModel
import PickerHost
import TestSupport
import Testing

@Suite("RAW files, whatever the backend")
struct RAWContractTests {
    private static let options = ImageOptions(
        targetSize: PixelSize(width: 120, height: 120), deliveryMode: .highQualityFormat, resizeMode: .exact,
        convertsToSRGB: false)

    @Test("alone are photos, upright", arguments: BackendUnderTest.all)
    func alone(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        for sample in SampleRAW.all { try folder.write("\(sample.name).\(sample.name)", sample.file(orientation: 6)) }
        let library = try await backend.open(folder.path)
        defer { library.close() }
        #expect(try await library.fetch().count() == SampleRAW.all.count)
        for sample in SampleRAW.all {
            let asset = try await library.asset("\(sample.name).\(sample.name)")
            #expect(asset.mediaType == .image && asset.mediaSubtypes == .raw)
            #expect(asset.pixelWidth == SampleRAW.height && asset.pixelHeight == SampleRAW.width)
            let image = try await library.requestImage(for: asset.localIdentifier, options: Self.options)
                .finalImage().pixels
            #expect(image.size == PixelSize(width: 80, height: 120), "\(sample)")
            let expected = [2, 0, 3, 1].flatMap { SamplePhoto.colors[$0] }
            let difference = zip(try image.quarters().joined(), expected).map { abs($0 - Double($1)) }.max() ?? 255
            #expect(difference < 8, "\(sample): \(difference)")
        }
    }

    @Test("beside a JPEG are its original, which is shown when it is asked for", arguments: BackendUnderTest.all)
    func pair(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        try folder.write("IMG_1.dng", SampleRAW.dng.file())
        try folder.write("IMG_1.jpg", SamplePhoto.jpeg(300, 300))
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let asset = try await library.asset("IMG_1.dng")
        #expect(asset.filename == "IMG_1.jpg" && asset.pixelWidth == 300 && asset.mediaSubtypes == .raw)
        let raw = try #require(try await library.details(of: asset.localIdentifier).representations.last)
        #expect(raw.pixelWidth == SampleRAW.width && raw.pixelHeight == SampleRAW.height)
        var options = Self.options
        let current = try await library.requestImage(for: asset.localIdentifier, options: options).finalImage().pixels
        #expect(current.size == PixelSize(width: 120, height: 120))
        options.version = .original
        let original = try await library.requestImage(for: asset.localIdentifier, options: options).finalImage().pixels
        #expect(original.size == PixelSize(width: 120, height: 80))
    }

    @Test(
        "of the corpus are one photo with the JPEG beside them",
        .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.explanation)), arguments: BackendUnderTest.all)
    func corpus(backend: BackendUnderTest) async throws {
        let library = try await backend.open(Corpus.path)
        defer { library.close() }
        let pairs = Corpus.rows(under: "raw/").filter { $0.expected.hasPrefix("RAW+JPEG pair with ") }
        #expect(pairs.count == 2)
        for row in pairs {
            let raw = String(row.expected.dropFirst("RAW+JPEG pair with ".count))
            let asset = try await library.asset(row.path)
            #expect(try await library.asset(raw) == asset)
            let representations = try await library.details(of: asset.localIdentifier).representations
            #expect(representations.map(\.role) == [.photo, .raw])
            let size = try #require(Corpus.rows.first { $0.path == raw }?.orientedSize)
            #expect(representations[1].pixelWidth == size.width && representations[1].pixelHeight == size.height)
        }
    }
}
