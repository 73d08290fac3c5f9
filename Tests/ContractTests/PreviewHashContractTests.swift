import Imaging
import PhotoFixtures
import PhotoModel
import PickerHost
import TestSupport
import Testing

@Suite(
    "Preview hashes that a backend keeps",
    .overFolders(because: "they are made by ingest, before a thumbnail is asked for"))
struct PreviewHashContractTests {
    private static let backend = BackendUnderTest(id: "fetch-result")

    /// The asset as a new fetch gives it, once that has a preview hash.
    private func asset(_ name: String, in library: PhotoLibrary) async throws -> Asset {
        for _ in 0..<3000 {
            let asset = try await library.asset(name)
            if asset.previewHash != nil { return asset }
            try await Task.sleep(for: .milliseconds(10))
        }
        return try await library.asset(name)
    }

    private func render(_ name: String, in library: PhotoLibrary, _ options: ImageOptions) async throws {
        let asset = try await library.asset(name)
        _ = try await library.requestImage(for: asset.localIdentifier, options: options).finalImage()
    }

    private static let thumbnail = ImageOptions(targetSize: PixelSize(width: 128, height: 128))

    @Test("show the photo from its first thumbnail on, also when the library is opened again")
    func shown() async throws {
        let folder = try FixtureFolder()
        for name in ["photo.jpg", "other.jpg"] { try folder.writePhoto(name) }
        let library = try await Self.backend.open(folder.path)
        #expect(try await library.asset("photo.jpg").previewHash == nil)
        try await render("photo.jpg", in: library, Self.thumbnail)
        let bytes = try #require(try await asset("photo.jpg", in: library).previewHash)
        #expect(try await library.asset("other.jpg").previewHash == nil)
        library.close()
        let cells = try #require(PreviewHash(bytes: bytes)).pixels()
        #expect(cells.size == PixelSize(width: 8, height: 6))
        for (found, expected) in zip(try cells.quarters().joined(), SamplePhoto.colors.joined()) {
            #expect(abs(found - Double(expected)) < 12)
        }
        let again = try await Self.backend.open(folder.path)
        defer { again.close() }
        #expect(try await again.asset("photo.jpg").previewHash == bytes)
    }

    @Test("are written at the end when the library is closed right after the thumbnail")
    func closed() async throws {
        let folder = try FixtureFolder()
        try folder.writePhoto("photo.jpg")
        let library = try await Self.backend.open(folder.path)
        try await render("photo.jpg", in: library, Self.thumbnail)
        library.close()
        let again = try await Self.backend.open(folder.path)
        defer { again.close() }
        #expect(try await asset("photo.jpg", in: again).previewHash != nil)
    }

    @Test("are not made of parts, nor of damaged photos")
    func parts() async throws {
        let folder = try FixtureFolder()
        for name in ["cropped.jpg", "filled.jpg", "last.jpg"] { try folder.writePhoto(name) }
        try folder.write("damaged.jpg", SamplePhoto.cutOff(try SamplePhoto.jpeg(640, 480)))
        let library = try await Self.backend.open(folder.path)
        defer { library.close() }
        try await render(
            "cropped.jpg", in: library,
            ImageOptions(targetSize: nil, crop: PixelRect(x: 0, y: 0, width: 90, height: 90)))
        try await render(
            "filled.jpg", in: library,
            ImageOptions(targetSize: PixelSize(width: 128, height: 128), contentMode: .aspectFill))
        try await render("damaged.jpg", in: library, Self.thumbnail)
        try await render("last.jpg", in: library, Self.thumbnail)
        // What came before it was dealt with before it.
        #expect(try await asset("last.jpg", in: library).previewHash != nil)
        for name in ["cropped.jpg", "filled.jpg", "damaged.jpg"] {
            #expect(try await library.asset(name).previewHash == nil, "\(name)")
        }
    }
}
