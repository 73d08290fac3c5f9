import PhotoFixtures
import PhotoModel
import PickerHost
import Platform
import TestSupport
import Testing

@testable import PickerServer
@testable import SessionStorage

@Suite("A server whose store cannot be written when it begins")
struct StoreFailureTests {
    @Test("ends with the reason, as commands have it", .timeLimit(.minutes(1)))
    func busy() async throws {
        let folder = try TemporaryFolder()
        let (store, other) = (try SQLSessionStore(folder: folder.path), try SQLSessionStore(folder: folder.path))
        let photos = try FixtureFolder()
        let registry = BackendRegistry(searchPath: .standard(environment: nil))
        let library = try await PhotoLibrary.open(
            LibraryConfiguration(root: photos.path, backend: .id("legacy-group")), registry: registry)
        defer { library.close() }
        var configuration = ServerConfiguration(port: 0)
        configuration.store = store
        let server = try PickerServer(library: library, configuration: configuration) { _ in }
        let isOver = Monitor(false)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        async let holding: Void = other.write { _ in
            begin.finish()
            _ = isOver.waitUntil { (isOver: inout Bool) -> Bool? in isOver ? true : nil }
        }
        for await _ in begun {}
        let error = await #expect(throws: PhotoError.self) { try await server.run() }
        #expect(error?.status == .busy)
        isOver.withLock { $0 = true }
        isOver.wakeAll()
        try await holding
    }
}
