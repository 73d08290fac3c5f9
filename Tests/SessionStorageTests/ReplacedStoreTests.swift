import Cryptography
import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import SessionStorage

@Suite("A store whose file goes while it is used", .enabled(if: StoreFixture.isFile))
struct ReplacedStoreTests {
    private func name(_ secret: Secret, in store: SQLSessionStore) async throws -> String? {
        try await store.client(withSecret: secret.hash)?.name
    }

    @Test("is an empty one, which lets in no one that it had, and which other processes have too")
    func removed() async throws {
        let fixture = try StoreFixture()
        let (old, new) = (Secret(), Secret())
        _ = try await fixture.addClient("notes", secret: old)
        #expect(try await name(old, in: fixture.store) == "notes")
        try FileManager.default.removeItem(atPath: fixture.folder.path("server"))
        #expect(try await name(old, in: fixture.store) == nil)
        let other = try fixture.openAgain()
        _ = try await other.addClient("frame", origin: nil, secret: new.hash, now: StoreFixture.start)
        #expect(try await name(new, in: fixture.store) == "frame")
        _ = try await fixture.addClient("notes", secret: old)
        #expect(try await other.clients().map(\.name) == ["frame", "notes"])
    }

    @Test("has another version than it had, whatever was committed before and after")
    func version() async throws {
        let fixture = try StoreFixture()
        let version = try #require(fixture.store.known.version)
        var seen: [StoreVersionValue] = []
        for _ in 0..<3 {
            _ = try await fixture.addClient("notes")
            let now = try #require(await version.current)
            #expect(!seen.contains(now))
            seen.append(now)
            try FileManager.default.removeItem(atPath: fixture.folder.path("server"))
        }
    }

    @Test("is the copy that was brought back")
    func restored() async throws {
        let fixture = try StoreFixture()
        let (copy, kept, late) = try await fixture.copyBetweenClients()
        for name in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: fixture.file + name) }
        try FileManager.default.moveItem(atPath: copy, toPath: fixture.file)
        #expect(try await name(kept, in: fixture.store) == "notes")
        #expect(try await name(late, in: fixture.store) == nil)
    }

    @Test("is the copy that took its place, without what the log beside it has of the old one")
    func replaced() async throws {
        let fixture = try StoreFixture()
        let (copy, kept, late) = try await fixture.copyBetweenClients()
        try FileManager.default.removeItem(atPath: fixture.file)
        try FileManager.default.moveItem(atPath: copy, toPath: fixture.file)
        #expect(try await name(kept, in: fixture.store) == "notes")
        #expect(try await name(late, in: fixture.store) == nil)
    }

    @Test("moved away is complete without the log that was beside it")
    func movedAway() async throws {
        let fixture = try StoreFixture()
        let secret = Secret()
        _ = try await fixture.addClient("notes", secret: secret)
        let other = fixture.folder.path("other")
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
        try FileManager.default.moveItem(atPath: fixture.file, toPath: "\(other)/sessions.sqlite")
        #expect(try await name(secret, in: fixture.store) == nil)
        #expect(try await name(secret, in: SQLSessionStore(folder: other)) == "notes")
    }

    @Test("lets no one in while what took its place is no store")
    func unusable() async throws {
        let fixture = try StoreFixture()
        let secret = Secret()
        _ = try await fixture.addClient("notes", secret: secret)
        try FileManager.default.removeItem(atPath: fixture.folder.path("server"))
        try FileManager.default.createDirectory(
            atPath: fixture.folder.path("server"), withIntermediateDirectories: false)
        try Data("no store".utf8).write(to: URL(filePath: fixture.file))
        for _ in 1...2 {
            await #expect(throws: SessionStoreError.self) { try await name(secret, in: fixture.store) }
        }
        #expect(await fixture.store.known.version?.current == nil)
    }
}
