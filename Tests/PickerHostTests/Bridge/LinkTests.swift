import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

@Suite("A plugin of a version to come")
struct LinkTests {
    @Test("is served where what it gives has links that may be passed over", arguments: [false, true])
    func optional(inWorker: Bool) async throws {
        for place in ["asset", "frame"] {
            let (library, libraryFolder) = try await Self.open("\(place) optional", inWorker: inWorker)
            defer { withExtendedLifetime(libraryFolder) { library.close() } }
            let result = try await library.fetch(.all)
            let assets = try await result.window(offset: 0, length: 10)
            #expect(assets.map(\.localIdentifier) == ["minimal-landscape", "minimal-portrait"])
            #expect(try await library.details(of: "minimal-portrait").representations.count == 1)
            #expect(try await Self.image(of: library).size == PixelSize(width: 48, height: 64))
        }
    }

    @Test("is refused in one line where they may not, and goes on with the rest", arguments: [false, true])
    func critical(inWorker: Bool) async throws {
        let (assets, assetsFolder) = try await Self.open("asset critical", inWorker: inWorker)
        defer { withExtendedLifetime(assetsFolder) { assets.close() } }
        let result = try await assets.fetch(.all)
        let listing = await #expect(throws: PhotoError.self) { try await result.window(offset: 0, length: 10) }
        #expect(listing?.status == .unsupported && listing?.message.contains("com.example.mood/2") == true)
        let details = await #expect(throws: PhotoError.self) { try await assets.details(of: "minimal-portrait") }
        #expect(details?.status == .unsupported)
        #expect(try await Self.image(of: assets).size == PixelSize(width: 48, height: 64))

        let (frames, framesFolder) = try await Self.open("frame critical", inWorker: inWorker)
        defer { withExtendedLifetime(framesFolder) { frames.close() } }
        let image = await #expect(throws: PhotoError.self) { try await Self.image(of: frames) }
        #expect(image?.status == .unsupported && image?.message.contains("com.example.mood/2") == true)
        #expect(try await frames.fetch(.all).count() == 2)
    }

    @Test("is refused where they have no end", arguments: [false, true])
    func ring(inWorker: Bool) async throws {
        let (library, libraryFolder) = try await Self.open("asset ring", inWorker: inWorker)
        defer { withExtendedLifetime(libraryFolder) { library.close() } }
        let result = try await library.fetch(.all)
        let error = await #expect(throws: PhotoError.self) { try await result.window(offset: 0, length: 10) }
        #expect(error?.status == .unsupported && error?.message.contains("64 links") == true)
    }

    private static func open(_ answer: String, inWorker: Bool) async throws -> (PhotoLibrary, PluginFolder) {
        let folder = try PluginFolder()
        let plugin = try folder.add("answers/to_come")
        _ = try folder.photos.write(answer + "\n", to: ".answer")
        let workers = BackendIsolation.Workers(executable: PackagePaths.helper)
        let registry = BackendRegistry(
            searchPath: folder.searchPath, probe: .besideTests, isolation: inWorker ? .worker(workers) : .inProcess)
        let library = try await PhotoLibrary.open(
            LibraryConfiguration(root: folder.photos.path, backend: .path(plugin)), registry: registry)
        try await library.requestAuthorization()
        return (library, folder)
    }

    private static func image(of library: PhotoLibrary) async throws -> PixelBuffer {
        try await library.requestImage(for: "minimal-portrait", options: ImageOptions(targetSize: nil)).finalImage()
            .pixels
    }
}
