import BackendKit
import PhotoModel
import PostgresClient
import PostgresServing
import Testing

@Suite("Changes of a library in PostgreSQL", .enabled(if: TestLibrary.server != nil), .timeLimit(.minutes(2)))
struct ChangeTests {
    /// Makes this the newest change: those after it are lost, as on a standby that did not have them yet.
    private func setChange(_ number: Int64, _ test: TestLibrary) throws {
        for statement in [
            SQL("DELETE FROM picker.change WHERE number > ?", .integer(number)),
            SQL("INSERT INTO picker.change (number) VALUES (?) ON CONFLICT DO NOTHING", .integer(number)),
            SQL("UPDATE picker.library SET change = ?", .integer(number)),
        ] {
            _ = try test.connection.run(statement)
        }
    }

    private func changes(_ test: TestLibrary, since token: [UInt8]?) throws -> [LibraryChange] {
        var found: [LibraryChange] = []
        try test.library.changes(since: token, call: BackendCall()) {
            found.append($0)
            return .more
        }
        return found
    }

    @Test("An observer is told to list again where a standby took the place of the database and had not all of it yet")
    func standby() throws {
        let test = try TestLibrary()
        try setChange(7, test)
        let token = try #require(try changes(test, since: nil).first?.token)
        try setChange(5, test)
        var seen: [LibraryChange] = []
        try test.library.observe(call: BackendCall()) {
            seen.append($0)
            return .stop
        }
        #expect(seen.map(\.kind) == [.reload])
        #expect(try changes(test, since: seen.first?.token).map(\.kind) == [.current])
        #expect { try changes(test, since: token) } throws: { ($0 as? PhotoError)?.status == .invalidArgument }
        // What comes later is heard of as ever.
        try setChange(6, test)
        #expect(try changes(test, since: seen.first?.token).map(\.kind) == [.current])
        // The token of what was lost stays one, also when there are as many changes again.
        try setChange(9, test)
        #expect { try changes(test, since: token) } throws: { ($0 as? PhotoError)?.status == .invalidArgument }
    }

    @Test("What was found before a standby took the place of the database is refused: its rows may be others")
    func search() throws {
        let test = try TestLibrary()
        try SearchTests.fill(test.connection, 3)
        try setChange(7, test)
        let fetch = try test.library.search("sea", .all, options: FetchOptions(), call: BackendCall())
        #expect(try names(fetch, 0, 3).count == 3)
        try setChange(5, test)
        try test.library.observe(call: BackendCall()) { _ in .stop }
        #expect { try names(fetch, 0, 3) } throws: { ($0 as? PhotoError)?.status == .changed }
    }

    @Test("An observer that heard nothing for longer than it is known what changed is told to list again")
    func forgotten() throws {
        let test = try TestLibrary()
        try setChange(5, test)
        let token = try #require(try changes(test, since: nil).first?.token)
        try setChange(7, test)
        try setChange(9, test)
        _ = try test.connection.run(SQL("UPDATE picker.library SET horizon = 7"))
        var seen: [LibraryChange] = []
        try test.library.observe(call: BackendCall()) {
            seen.append($0)
            return .stop
        }
        #expect(seen.map(\.kind) == [.reload])
        #expect(try changes(test, since: seen.first?.token).map(\.kind) == [.current])
        #expect { try changes(test, since: token) } throws: { ($0 as? PhotoError)?.status == .notFound }
    }

    @Test("A connection keeps no notifications that came with answers, as from a pool to one that waits for none")
    func strayNotifications() throws {
        let test = try TestLibrary()
        _ = try test.connection.run(SQL("LISTEN picker"))
        _ = try test.connection.run(SQL("SELECT pg_notify('picker', '')"))
        let isNotified = try test.connection.waitForNotification(milliseconds: 0)
        #expect(!isNotified)
    }
}
