import PhotoFixtures
import PhotoModel
import PickerHost
import Testing

@testable import PickerServer

@Suite("The days of a list", .timeLimit(.minutes(1)))
struct FetchCacheTests {
    @Test("are answered although the library changes all the time")
    func changing() async throws {
        let photos = try FixtureFolder()
        for number in 1...5 { try photos.write("\(number).jpg") }
        let library = try await PhotoLibrary.open(
            LibraryConfiguration(root: photos.path, backend: .id("legacy-group")),
            registry: BackendRegistry(searchPath: .standard(environment: nil)))
        defer { library.close() }
        try await library.requestAuthorization()
        let cache = FetchCache(library)
        let changes = Task {
            while !Task.isCancelled {
                await cache.clear()
                await Task.yield()
            }
        }
        defer { changes.cancel() }
        let days = try await cache.days(of: FetchRequest(.all))
        #expect(days.reduce(0) { $0 + $1.count } == 5)
    }
}
