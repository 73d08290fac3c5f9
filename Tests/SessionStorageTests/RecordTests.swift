import PhotoModel
import PickingSessions
import PostgresClient
import Testing

@testable import SessionStorage

@Suite("What a store writes down of what was given")
struct RecordTests {
    @Test("Clients, picks and grants are written down with names, and outlive what they are about")
    func kept() async throws {
        let fixture = try StoreFixture()
        let notes = try await fixture.addClient("notes")
        _ = try await fixture.addSession("s1", of: notes)
        let photo = PickedAsset(localIdentifier: "a", mediaType: .image, byteSize: 7, filename: "lake.jpg")
        _ = try await fixture.store.updateSession("s1", in: "/photos", now: StoreFixture.time(1)) {
            try $0.replaceSelection(with: [StoreFixture.photo("b")])
        }
        _ = try await fixture.store.updateSession("s1", in: "/photos", now: StoreFixture.time(2)) {
            try $0.finish(resolved: [photo, StoreFixture.photo("b", bytes: 3)])
        }
        let new = NewGrant(client: notes.identifier, library: "/photos", subject: .collection("x"), title: "Summer")
        let grant = try await fixture.store.addGrant(new, now: StoreFixture.time(3))
        _ = try await fixture.store.addGrant(new, now: StoreFixture.time(4))
        _ = try await fixture.store.revokeGrant(grant.identifier, now: StoreFixture.time(5))
        _ = try await fixture.store.revokeClient("notes", now: StoreFixture.time(6))
        try await fixture.store.removeExpired(now: StoreFixture.time(100_000))
        let records = try await fixture.openAgain().records(before: nil, limit: 99)
        #expect(records.map(\.event) == [.clientRevoked, .grantRevoked, .granted, .picked, .clientAdded])
        #expect(records.allSatisfy { $0.client == "notes" })
        #expect(records.map(\.time) == [6, 5, 3, 2, 0].map { StoreFixture.time($0) })
        #expect(records[2].title == "Summer" && records[2].library == "/photos")
        let picked = records[3]
        #expect(picked.count == 2 && picked.byteTotal == 10 && picked.library == "/photos")
        let items = try await fixture.store.items(ofRecord: picked.identifier, limit: 99)
        #expect(items.map(\.localIdentifier) == ["a", "b"] && items.map(\.filename) == ["lake.jpg", ""])
        let first = try await fixture.store.items(ofRecord: picked.identifier, limit: 1)
        #expect(first.map(\.localIdentifier) == ["a"])
        let older = try await fixture.store.records(before: picked.identifier, limit: 99)
        #expect(older.map(\.event) == [.clientAdded])
    }

    @Test("A session that is cancelled gives nothing, and nothing is written down of it")
    func cancelled() async throws {
        let fixture = try StoreFixture()
        _ = try await fixture.addSession("s1", of: fixture.addClient("notes"))
        _ = try await fixture.store.updateSession("s1", in: "/photos", now: StoreFixture.time(1)) { try $0.cancel() }
        #expect(try await fixture.store.records(before: nil, limit: 9).map(\.event) == [.clientAdded])
    }

    @Test("What a newer version wrote down hides nothing that is older")
    func unknownEvents() async throws {
        let fixture = try StoreFixture()
        _ = try await fixture.addClient("first")
        try await fixture.store.write { store in
            let rows = (0..<7).map { _ in SQL("(0, 'of-a-newer-version', ?, 0, 0)", .text("new")) }
            try store.insert(SQL("INSERT INTO record (time, event, client, count, byte_total) VALUES "), rows)
        }
        _ = try await fixture.addClient("last")
        for limit in [2, 3, .max] {
            let found = try await fixture.store.records(before: nil, limit: limit)
            #expect(found.map(\.client) == ["last", "first"])
        }
        #expect(try await fixture.store.records(before: nil, limit: 1).map(\.client) == ["last"])
    }

    @Test("The oldest records go when there are too many, and the names before them")
    func bounded() async throws {
        let fixture = try StoreFixture()
        let notes = try await fixture.addClient("notes")
        try await fixture.store.write { store in
            let rows = (1..<RecordRow.mostRecords).map { number in
                SQL("(0, 'client-added', ?, 0, 0)", .text("c\(number)"))
            }
            try store.insert(SQL("INSERT INTO record (time, event, client, count, byte_total) VALUES "), rows)
        }
        let all = try await fixture.store.records(before: nil, limit: .max)
        #expect(all.count == RecordRow.mostRecords && all.last?.client == "notes")
        _ = try await fixture.addClient("newest")
        let kept = try await fixture.store.records(before: nil, limit: .max)
        #expect(kept.count == RecordRow.mostRecords && kept.first?.client == "newest" && kept.last?.client == "c1")
        let most = RecordRow.mostItems / 2 + 1
        for session in ["s1", "s2"] {
            _ = try await fixture.addSession(session, of: notes)
            _ = try await fixture.store.updateSession(session, in: "/photos", now: StoreFixture.time(1)) {
                try $0.finish(resolved: (0..<most).map { StoreFixture.photo("\($0)") })
            }
        }
        let records = try await fixture.store.records(before: nil, limit: 2)
        let items = try await fixture.store.items(ofRecord: records[0].identifier, limit: .max)
        #expect(items.count == most)
        #expect(try await fixture.store.items(ofRecord: records[1].identifier, limit: .max).isEmpty)
        #expect(records.map(\.count) == [most, most])
    }

    @Test("The names of records that are too old are found at once, however many records there are")
    func namesAtOnce() async throws {
        let fixture = try StoreFixture()
        try await fixture.store.write { store in
            let records = Array(
                repeating: SQL("(0, 'picked', 'notes', 1000, 0)"), count: RecordRow.mostItems / 1000 + 3)
            try store.insert(SQL("INSERT INTO record (time, event, client, count, byte_total) VALUES "), records)
            try store.run(
                SQL(
                    """
                    INSERT INTO record_item (record, position, asset, name)
                    WITH RECURSIVE place (number) AS (
                        SELECT 0 UNION ALL SELECT number + 1 FROM place WHERE number < 999)
                    SELECT record.id, place.number, 'a', '' FROM record, place
                    """))
            let counting = CountingTransaction(store)
            try RecordRow.forgetOldItems(counting)
            #expect(counting.statements == 1)
            #expect(try store.number(SQL("SELECT count(*) FROM record_item")) == RecordRow.mostItems)
            let oldest = SQL("SELECT count(*) FROM record WHERE id < (SELECT min(record) FROM record_item)")
            #expect(try store.number(oldest) == 3)
        }
    }

    private final class CountingTransaction: StoreTransaction {
        private let store: any StoreTransaction
        private(set) var statements = 0

        init(_ store: any StoreTransaction) { self.store = store }

        func run(_ statement: SQL) throws -> [StoreRow] {
            statements += 1
            return try store.run(statement)
        }

        func continueIdentifiers(of table: SQLName) throws { try store.continueIdentifiers(of: table) }
    }

    @Test("A store of the version before keeps its clients and their sessions", .enabled(if: StoreFixture.isFile))
    func migrated() async throws {
        let fixture = try StoreFixture()
        let notes = try await fixture.addClient("notes")
        _ = try await fixture.addSession("s1", of: notes)
        try await fixture.store.write { store in
            for table in ["record_item", "record", "client_grant", "delivery", "webhook"] {
                try store.run(SQL("DROP TABLE ") + SQL(try #require(SQLName(table))))
            }
            try store.run(SQL("ALTER TABLE selected DROP COLUMN filename"))
            try store.run(SQL("DELETE FROM grdb_migrations WHERE identifier = '3 grants, records and webhooks'"))
        }
        let again = try fixture.openAgain()
        #expect(try await again.session("s1", now: StoreFixture.time(1))?.client == notes)
        #expect(try await again.records(before: nil, limit: 9).isEmpty)
    }
}
