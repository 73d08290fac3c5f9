import BackendAPI
import BackendWorker
import Foundation
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

/// Plugins and hosts that were built with these headers, and with those of a revision that is made up by the rules
/// (Tests/FaultyBackends/to_come), all with each other.
@Suite("Header revisions", .serialized)
struct RevisionTests {
    @Test("of a plugin that is newer than the host cost nothing that the host knows", arguments: [false, true])
    func newerPlugin(inWorker: Bool) async throws {
        let folder = try PluginFolder()
        let plugin = try folder.add("to_come/plugin")
        let workers = BackendIsolation.Workers(executable: PackagePaths.helper)
        let registry = BackendRegistry(
            searchPath: folder.searchPath, probe: .besideTests, isolation: inWorker ? .worker(workers) : .inProcess)
        let library = try await PhotoLibrary.open(
            LibraryConfiguration(root: folder.photos.path, backend: .path(plugin)), registry: registry)
        defer { library.close() }
        let result = try await library.fetch(.all)
        let assets = try await result.window(offset: 0, length: 10)
        #expect(assets.map(\.localIdentifier) == ["minimal-landscape", "minimal-portrait"])
        let image = try await library.requestImage(for: "minimal-portrait", options: ImageOptions(targetSize: nil))
            .finalImage()
        #expect(image.pixels.size == PixelSize(width: 48, height: 64))
        // A status to come is understood by its range.
        let error = await #expect(throws: PhotoError.self) { try await library.diagnostics() }
        #expect(error == PhotoError(.busy, "the disk is waking up"))
    }

    @Test(
        "of a host that is newer than the plugin, or as new, cost nothing that the plugin knows",
        arguments: [false, true], ["good", "to_come/plugin"])
    func newerHost(inWorker: Bool, plugin: String) throws {
        let folder = try PluginFolder()
        let path = try folder.add(plugin)
        let host = try DynamicLibrary(path: try folder.add("to_come/host"))
        let symbol = try #require(host.address(of: "picker_backend_host_of_revision_3"))
        let drive = unsafeBitCast(symbol, to: Driver.self)  // The symbol's name stands for its type.
        if inWorker {
            let program = WorkerProgram(executable: PackagePaths.helper)
            EntryOfWorker.entry.withLock { $0 = BackendProxy.entry(plugin: path, program: program) }
        }
        let entry: PluginEntry = inWorker ? EntryOfWorker.function : try SharedLibrary(path: path).entry()
        // A worker passes on what the host's own build knows, and the worker is of this one.
        let isNew: Int32 = plugin != "good" && !inWorker ? 1 : 0
        let problem = drive(entry, folder.photos.path, isNew, isNew).map { String(cString: $0) }
        #expect(problem == nil)
    }

    private typealias Driver =
        @convention(c) (PluginEntry, UnsafePointer<CChar>, Int32, Int32) -> UnsafePointer<CChar>?

    /// A worker's entry point as a function of C, for one test at a time.
    private enum EntryOfWorker {
        static let entry = Mutex<BackendProxy.Entry?>(nil)
        static let function: PluginEntry = { request, table, error in
            EntryOfWorker.entry.withLock(\.self)?(request, table, error) ?? PICKER_INTERNAL
        }
    }
}
