import Cryptography
import Foundation
import PostgresClient
import TestSupport
import Testing

@testable import SessionStorage

@Suite("The file of a store", .enabled(if: StoreFixture.isFile))
struct StoreFileTests {
    @Test("Each commit is flushed to the disk before it is reported")
    func flushed() async throws {
        let fixture = try StoreFixture()
        let synchronous = try await fixture.store.write { store in
            try store.number(PostgresClient.SQL("PRAGMA synchronous"))
        }
        #expect(synchronous == 2, "FULL")
    }

    @Test("A published step from one version of the tables to the next is never changed: files were made by it")
    func migrations() async throws {
        let digests = StoreSchema.migrations.map { migration in
            let text = ([migration.name] + migration.statements.map(\.text)).joined(separator: "\n")
            return String(SHA256Digest(of: Array(text.utf8)).hexadecimal.prefix(16))
        }
        // A new step comes at the end.
        let published = [
            "1c2a471747e7069b", "419e72ce8b89dc21", "7266e2195543b187", "e9d58bb8e045db79", "d10d2bfe7ee31703",
            "4655f14026d7f8e5",
        ]
        #expect(Array(digests.prefix(published.count)) == published)
        #expect(StoreSchema.applicationIdentifier == 0x506B_5365)
    }

    @Test("A store is read also where there can be no file for the memory that processes share, as on a full disk")
    func readAlone() async throws {
        let fixture = try StoreFixture()
        _ = try await fixture.addClient("notes")
        fixture.store.close()
        let memory = "\(fixture.file)-shm"
        try? FileManager.default.removeItem(atPath: memory)
        try FileManager.default.createSymbolicLink(atPath: memory, withDestinationPath: "nowhere")
        #expect(throws: SessionStoreError.self) { try fixture.openAgain() }
        let store = try SQLSessionStore(readingFolder: fixture.folder.path("server"))
        #expect(try await store.clients().map(\.name) == ["notes"])
        store.close()
        // The next one can be opened as ever.
        try FileManager.default.removeItem(atPath: memory)
        #expect(try await fixture.openAgain().clients().map(\.name) == ["notes"])
    }

    @Test("A closed store leaves no log, which a copy that is put in its place would be mixed with")
    func closed() async throws {
        let fixture = try StoreFixture()
        let (copy, kept, late) = try await fixture.copyBetweenClients()
        fixture.store.close()
        // As cp does: the file itself stays, with another content.
        try Data(contentsOf: URL(filePath: copy)).write(to: URL(filePath: fixture.file))
        let store = try fixture.openAgain()
        #expect(try await store.client(withSecret: kept.hash)?.name == "notes")
        #expect(try await store.client(withSecret: late.hash) == nil)
        await #expect(throws: (any Error).self) { try await fixture.store.clients() }
    }
}
