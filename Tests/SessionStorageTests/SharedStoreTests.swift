import Cryptography
import PhotoModel
import PickingSessions
import PostgresClient
import Testing

@testable import SessionStorage

@Suite("A store in a PostgreSQL", .enabled(if: !StoreFixture.isFile))
struct SharedStoreTests {
    private let schema: TestSchema

    init() throws { schema = try TestSchema(try #require(TestSchema.server)) }

    @Test("Hosts that begin at once make the tables once")
    func beginning() async throws {
        let address = schema.address
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<5 {
                group.addTask {
                    let store = try SQLSessionStore(at: address)
                    _ = try await store.addClient(
                        "c\(number)", origin: nil, secret: Secret().hash, now: StoreFixture.start)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await SQLSessionStore(at: address).clients().count == 5)
        let rows = try schema.connect().run(SQL("SELECT count(*), max(number) FROM migration")).first
        #expect(rows?.integer(0) == Int64(StoreSchema.migrations.count) && rows?.integer(0) == rows?.integer(1))
    }

    @Test("Newer tables are used where this version understands them, and refused in one line where it does not")
    func versions() async throws {
        let store = try SQLSessionStore(at: schema.address)
        let known = Int64(StoreSchema.migrations.count)
        let connection = try schema.connect()
        _ = try connection.run(
            SQL("INSERT INTO migration (number, oldest_reader) VALUES (98, ?)", .integer(known)))
        _ = try SQLSessionStore(at: schema.address)
        _ = try connection.run(
            SQL("INSERT INTO migration (number, oldest_reader) VALUES (99, ?)", .integer(known + 1)))
        let error = #expect(throws: SessionStoreError.self) { try SQLSessionStore(at: schema.address) }
        let text = try #require(error).description
        #expect(text.contains("version 99, which this Picker does not understand") && !text.contains("\n"))
        // One that is open goes on: its host is the next to be brought up to date.
        #expect(try await store.clients().isEmpty)
    }

    @Test("Connections that the server closed are made again, and what was not committed is not there")
    func lost() async throws {
        let store = try SQLSessionStore(at: schema.address)
        let before = try await store.clients().count
        let connection = try schema.connect()
        let end = SQL(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE pid <> pg_backend_pid() AND query LIKE '%' || current_schema || '%' OR query = 'COMMIT'
            """)
        _ = try connection.run(end)
        #expect(try await store.clients().count == before)
        // In the midst of a transaction: no one knows what became of it, and it is not repeated.
        await #expect(throws: SessionStoreError.self) {
            try await store.write { store in
                _ = try store.run(SQL("INSERT INTO client (name, secret, added) VALUES ('x', ?, 0)", .bytes([1])))
                _ = try store.run(SQL("SELECT pg_terminate_backend(pg_backend_pid())"))
            }
        }
        #expect(try await store.clients().count == before)
        _ = try await store.addClient("y", origin: nil, secret: Secret().hash, now: StoreFixture.start)
        #expect(try await store.clients().map(\.name) == ["y"])
    }

    @Test("A transaction that holds the store for too long is waited for only so long, and the others then go on")
    func blocked() async throws {
        let store = try SQLSessionStore(at: schema.address)
        let connection = try schema.connect()
        try connection.runScript(
            SQL("BEGIN; SELECT pg_advisory_xact_lock(1349276517, 'version'::regclass::oid::int4)"))
        // Those who read do not wait.
        #expect(try await store.clients().isEmpty)
        await #expect(throws: SessionStoreError.self) {
            try await store.addClient("x", origin: nil, secret: Secret().hash, now: StoreFixture.start)
        }
        try connection.runScript(SQL("ROLLBACK"))
        _ = try await store.addClient("x", origin: nil, secret: Secret().hash, now: StoreFixture.start)
    }

    @Test("What is revoked is refused also by hosts over a standby that lacked the last commit")
    func standby() async throws {
        let store = try SQLSessionStore(at: schema.address)
        let secret = Secret()
        _ = try await store.addClient("notes", origin: nil, secret: secret.hash, now: StoreFixture.start)
        let connection = try schema.connect()
        let number = try connection.run(SQL("SELECT number FROM version")).first?.integer(0)
        _ = try await store.addClient("lost", origin: nil, secret: Secret().hash, now: StoreFixture.start)
        // This host keeps the answer, with the version that the commit had which is lost.
        #expect(try await store.client(withSecret: secret.hash) != nil)
        _ = try connection.run(SQL("DELETE FROM client WHERE name = 'lost'"))
        _ = try connection.run(SQL("UPDATE version SET number = ?", .integer(try #require(number))))
        let other = try SQLSessionStore(at: schema.address)
        #expect(try await other.revokeClient("notes", now: StoreFixture.start))
        #expect(try await store.client(withSecret: secret.hash) == nil)
    }

    @Test("Texts of any kind are values and never a part of a statement")
    func injection() async throws {
        let store = try SQLSessionStore(at: schema.address)
        let names = ["x'); DROP TABLE client; --", "$1 ? %s \\", "\u{2028}\"é\u{1F1E9}\u{1F1EA}", "' OR '1'='1"]
        for name in names {
            _ = try await store.addClient(name, origin: nil, secret: Secret().hash, now: StoreFixture.start)
        }
        #expect(try await store.clients().map(\.name) == names)
        #expect(try await store.revokeClient("' OR '1'='1", now: StoreFixture.start))
        #expect(try await store.clients().filter { $0.revoked == nil }.count == 3)
        #expect(throws: PhotoError.self) {
            try StoreAddress("postgresql://db/x", ["user": "u"], schema: "x\"; DROP SCHEMA public")
        }
    }
}
