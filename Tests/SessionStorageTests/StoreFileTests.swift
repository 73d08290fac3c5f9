import PostgresClient
import Testing

@testable import SessionStorage

@Suite("The file of a store", .enabled(if: StoreFixture.isFile))
struct StoreFileTests {
    @Test("Each commit is flushed to the disk before it is reported")
    func flushed() async throws {
        let fixture = try StoreFixture()
        let synchronous = try await fixture.store.write { store in try store.number(SQL("PRAGMA synchronous")) }
        #expect(synchronous == 2, "FULL")
    }
}
