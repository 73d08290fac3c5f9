import Foundation
import PhotoFixtures
import PhotoModel
import PickerHost
import TestSupport
import Testing

@Suite("Where libheif is missing", .overFolders(because: "its plugin does not need libheif"))
struct MissingLibraryTests {
    /// The plugins of this build in a folder of their own, with one of them linked against a libheif that does not
    /// exist.
    private static func plugins() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (id, library) in [("heif", "libHEIFBackend.so"), ("fetch-result", "libFetchResultBackend.so")] {
            let backend = BackendUnderTest(id: id)
            let plugin = try backend.plugin
            try FileManager.default.copyItem(atPath: plugin, toPath: folder.path(library))
            let manifest = try #require(
                BackendRegistry(searchPath: .built).listings().first { $0.path == plugin }?.manifestPath)
            try FileManager.default.copyItem(atPath: manifest, toPath: folder.path("\(id).backend.json"))
        }
        try hide("libheif.so.1", as: "libheif.so.0", in: folder.path("libHEIFBackend.so"))
        return folder
    }

    /// Replaces the name of a needed library by another of the same length.
    private static func hide(_ library: String, as other: String, in plugin: String) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: plugin))
        let range = try #require(bytes.range(of: Data(library.utf8 + [0])))
        bytes.replaceSubrange(range, with: Data(other.utf8 + [0]))
        try FileManager.default.removeItem(atPath: plugin)
        try bytes.write(to: URL(fileURLWithPath: plugin))
    }

    @Test("the plugin that needs it says so with the package, and `auto` takes the next one")
    func fallsBack() async throws {
        let folder = try Self.plugins()
        let registry = BackendRegistry(searchPath: .standard(environment: nil, executableFolder: folder.path))
        let listing = try #require(registry.listings().first { $0.path.hasSuffix("libHEIFBackend.so") })
        guard case .unusable(let error) = listing.verdict else {
            Issue.record("\(listing.verdict)")
            return
        }
        #expect(error.message.contains("it needs libheif.so.0, which is not installed"), "\(error.message)")
        #expect(error.message.contains("apt install libheif1"), "\(error.message)")
        let library = try await PhotoLibrary.open(
            LibraryConfiguration(root: folder.path, backend: .auto, dataDirectory: DataFolder.path), registry: registry)
        defer { library.close() }
        #expect(library.backend.id == "fetch-result")
    }

    @Test("photos of other formats are served, and HEIC is refused with what would help")
    func serves() async throws {
        let folder = try Self.plugins()
        let photos = try FixtureFolder()
        try photos.writePhoto("photo.jpg")
        try photos.write("apple.heic", SampleMedia.heic)
        let library = try await PhotoLibrary.open(
            LibraryConfiguration(root: photos.path, backend: .auto, dataDirectory: DataFolder.path),
            registry: BackendRegistry(searchPath: .standard(environment: nil, executableFolder: folder.path)))
        defer { library.close() }
        try await library.requestAuthorization()
        let photo = try await library.asset("photo.jpg").localIdentifier
        _ = try await library.requestFullResolutionImage(for: photo).finalImage()
        let apple = try await library.asset("apple.heic").localIdentifier
        let error = await #expect(throws: (any Error).self) {
            try await library.requestFullResolutionImage(for: apple).finalImage()
        }
        let refusal = try #require(error as? PhotoError)
        #expect(refusal.status == .unsupportedFormat && refusal.message.contains("libheif1"))
    }
}
