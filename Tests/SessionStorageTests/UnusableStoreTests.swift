import Foundation
import GRDB
import PhotoModel
import PickingSessions
import PostgresClient
import TestSupport
import Testing

@testable import SessionStorage

@Suite("A file that cannot be used as a store", .enabled(if: StoreFixture.isFile))
struct UnusableStoreTests {
    private func message(_ fixture: StoreFixture) -> String? {
        do {
            _ = try fixture.openAgain()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("A damaged file is said to be damaged, and is left as it is")
    func damaged() async throws {
        let fixture = try StoreFixture()
        for number in 0..<200 { _ = try await fixture.addClient("client \(number)") }
        let file = fixture.file
        // What is in the file beside it is brought into the one that is damaged.
        _ = try await DatabaseQueue(path: file).writeWithoutTransaction { try $0.checkpoint(.truncate) }
        var bytes = try Data(contentsOf: URL(filePath: file))
        for offset in stride(from: 4096, to: bytes.count, by: 7) { bytes[offset] ^= 0x5A }
        let other = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: other.path("server"), withIntermediateDirectories: true)
        try bytes.write(to: URL(filePath: other.path("server/sessions.sqlite")))
        let error = #expect(throws: SessionStoreError.self) {
            try SQLSessionStore(folder: other.path("server"))
        }
        let text = "\(try #require(error))"
        #expect(text.contains("is damaged: restore a copy of it, or move it away"))
        // The log of a server that was killed would be read into the copy.
        #expect(text.hasSuffix("remove \(other.path("server/sessions.sqlite"))-wal in either case"))
        #expect(try Data(contentsOf: URL(filePath: other.path("server/sessions.sqlite"))) == bytes)
    }

    @Test("A file that is no database, and one of another program, are refused by name")
    func foreign() throws {
        let folder = try TemporaryFolder()
        try folder.write(String(repeating: "no database ", count: 100), to: "sessions.sqlite")
        let text = #expect(throws: SessionStoreError.self) { try SQLSessionStore(folder: folder.path) }
        #expect("\(try #require(text))".contains("sessions.sqlite is damaged"))
        let other = try TemporaryFolder()
        try DatabaseQueue(path: other.path("sessions.sqlite")).write { try $0.execute(sql: "CREATE TABLE x (y)") }
        let database = #expect(throws: SessionStoreError.self) { try SQLSessionStore(folder: other.path) }
        #expect("\(try #require(database))".contains("is no store of sessions"))
    }

    @Test("A store of a newer version is refused and not changed")
    func newer() async throws {
        let fixture = try StoreFixture()
        try await fixture.store.write { store in
            _ = try store.run(PostgresClient.SQL("INSERT INTO grdb_migrations (identifier) VALUES ('99 later')"))
        }
        #expect(message(fixture)?.contains("was made by a newer version of Picker") == true)
    }

    @Test("A full disk is said to be full, and keeps what was there")
    func full() async throws {
        let fixture = try StoreFixture()
        let client = try await fixture.addClient("notes")
        _ = try await fixture.addSession("s1", of: client)
        // It cannot be smaller than the file is.
        try await fixture.store.write { store in _ = try store.run(PostgresClient.SQL("PRAGMA max_page_count = 1")) }
        let many = (0..<5000).map { StoreFixture.photo("\($0)") }
        let error = await #expect(throws: SessionStoreError.self) {
            try await fixture.store.updateSession("s1", in: "/photos", now: StoreFixture.start) {
                try $0.replaceSelection(with: many)
            }
        }
        #expect("\(try #require(error))".hasPrefix("the disk is full and "))
        #expect(try await fixture.store.session("s1", now: StoreFixture.start)?.count == 0)
    }

    @Test("What SQLite reports is said as what it means for the owner")
    func reported() {
        let meanings: [(error: GRDB.DatabaseError, status: PhotoStatus, words: String)] = [
            (.init(resultCode: .SQLITE_FULL), .noSpace, "the disk is full"),
            (.init(resultCode: .SQLITE_IOERR_SHMSIZE), .noSpace, "the disk is full"),
            (.init(resultCode: .SQLITE_READONLY), .accessDenied, "cannot be written"),
            (.init(resultCode: .SQLITE_CANTOPEN), .accessDenied, "cannot be written"),
            (.init(resultCode: .SQLITE_PERM), .accessDenied, "cannot be written"),
            (.init(resultCode: .SQLITE_CORRUPT), .io, "is damaged"),
            (.init(resultCode: .SQLITE_NOTADB), .io, "is damaged"),
            (.init(resultCode: .SQLITE_BUSY), .busy, "another process"),
            (.init(resultCode: .SQLITE_LOCKED), .busy, "another process"),
            (.init(resultCode: .SQLITE_IOERR), .io, "cannot be used"),
        ]
        for (error, status, words) in meanings {
            let meaning = PhotoError(SessionStoreError(error, file: "/data/sessions.sqlite"))
            #expect(meaning.status == status && meaning.message.contains(words), "\(meaning)")
            #expect(meaning.message.contains("/data/sessions.sqlite"))
        }
        // Its own errors stay what they are.
        let own = PhotoError(SessionStoreError(SessionStoreError.tooManyGrants(7), file: "/data/sessions.sqlite"))
        #expect(own.status == .quota && own.message.contains("has 7 grants"))
    }

    @Test("Only its owner can read the store, whatever the umask says")
    func permissions() throws {
        let fixture = try StoreFixture()
        let manager = FileManager.default
        let file = try manager.attributesOfItem(atPath: fixture.file)
        let folder = try manager.attributesOfItem(atPath: fixture.folder.path("server"))
        #expect(file[.posixPermissions] as? Int == 0o600 && folder[.posixPermissions] as? Int == 0o700)
    }

    @Test("A symbolic link in the place of the file is refused")
    func link() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("sessions.sqlite"), withDestinationPath: folder.path("elsewhere"))
        #expect(throws: SessionStoreError.self) { try SQLSessionStore(folder: folder.path) }
    }
}
