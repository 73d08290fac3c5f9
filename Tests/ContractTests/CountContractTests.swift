import Foundation
import PhotoFixtures
import PhotoModel
import PickerHost
import Testing

@Suite(
    "Counts of collections, whatever the backend", .timeLimit(.minutes(15)),
    .overFolders(because: "what is in a folder is brought in once"))
struct CountContractTests {
    @Test(
        "Counts of collections are those of the newest fetch, also when an older one is counted again (R9.21)",
        arguments: BackendUnderTest.all)
    func olderFetch(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        try folder.writePhoto("Coast/a.jpg", width: 64, height: 48)
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let album = try #require(try await library.collections().first { $0.title == "Coast" }).localIdentifier
        let older = try await library.fetch(.collection(album))
        #expect(try await older.count() == 1)
        try folder.writePhoto("Coast/b.jpg", width: 64, height: 48)
        if library.backend.capabilities.contains(.index) { _ = try await library.refreshIndex() }
        #expect(try await library.fetch(.collection(album)).count() == 2)
        #expect(try await older.count() == 1)
        #expect(try await library.collection(album).estimatedCount == 2)
    }
}
