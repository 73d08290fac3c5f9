import PhotoFixtures
import PhotoModel
import PickerHost
import Testing

/// Says whether the contract's suites ran over a library in PostgreSQL and S3: they do when `make test-cluster` runs them.
@Suite(
    "The contract over PostgreSQL and S3",
    .enabled(if: IngestedFolders.isThere, "needs the servers of make test-cluster"))
struct PostgresContractTests {
    @Test("is that of libraries which its backend opens", arguments: BackendUnderTest.all)
    func isMeant(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        try folder.writePhoto("photo.jpg")
        let library = try await backend.open(folder.path)
        defer { library.close() }
        #expect(library.backend.id == "postgres")
        #expect(try await library.fetch().window(offset: 0, length: 9).map(\.filename) == ["photo.jpg"])
        try folder.writePhoto("second.jpg")
        let again = try await backend.open(folder.path)
        defer { again.close() }
        #expect(try await again.fetch().count() == 2)
    }
}
