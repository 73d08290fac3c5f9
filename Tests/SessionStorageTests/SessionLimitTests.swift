import PhotoModel
import PickingSessions
import PostgresClient
import Testing

@testable import SessionStorage

@Suite("How many sessions a client may have")
struct SessionLimitTests {
    @Test("A client has so many sessions and no more, others have theirs, and forgotten ones do not count")
    func tooMany() async throws {
        let fixture = try StoreFixture()
        let (notes, frame) = (try await fixture.addClient("notes"), try await fixture.addClient("frame"))
        try await fixture.store.write { store in
            _ = try store.run(
                SQL(
                    """
                    INSERT INTO session (id, client, library, configuration, state, created, deadline, expires)
                    WITH RECURSIVE place (number) AS (
                        SELECT 1 UNION ALL SELECT number + 1 FROM place WHERE number < ?)
                    SELECT 'old ' || number, ?, '/photos', '{}', 'cancelled', ?, ?, ? FROM place
                    """, .integer(Int64(SQLSessionStore.mostSessions - 1)), .integer(notes.identifier),
                    .integer(StoreFixture.start.milliseconds), .integer(StoreFixture.time(60).milliseconds),
                    .integer(StoreFixture.time(500).milliseconds)))
        }
        _ = try await fixture.addSession("last", of: notes)
        let error = await #expect(throws: SessionStoreError.self) { try await fixture.addSession("more", of: notes) }
        let refusal = PhotoError(try #require(error))
        #expect(refusal.status == .rateLimited)
        #expect(try await fixture.addSession("s", of: frame).client == frame)
        let new = NewSession(
            identifier: "later", client: notes.identifier, library: "/photos", configuration: .unrestricted,
            deadline: StoreFixture.time(560), expires: StoreFixture.time(1100))
        #expect(try await fixture.store.addSession(new, now: StoreFixture.time(500)).identifier == "later")
    }

    @Test("A client asks for so many assets to be selected and no more; ended sessions, and others' ones, do not count")
    func tooManyPreselected() async throws {
        let fixture = try StoreFixture()
        let (notes, frame) = (try await fixture.addClient("notes"), try await fixture.addClient("frame"))
        func add(_ identifier: String, of client: Client, _ count: Int) async throws {
            let photos = (0..<count).map { AssetSelection.Part.asset(StoreFixture.photo("\($0)")) }
            let new = NewSession(
                identifier: identifier, client: client.identifier, library: "/photos", configuration: .unrestricted,
                selection: AssetSelection(photos), preselected: count, deadline: StoreFixture.time(60),
                expires: StoreFixture.time(600))
            _ = try await fixture.store.addSession(new, now: StoreFixture.start)
        }
        try await add("first", of: notes, 1)
        try await fixture.store.write { store in
            // Stands for many sessions.
            let count = Int64(SQLSessionStore.mostPreselected - 2)
            _ = try store.run(SQL("UPDATE session SET preselected = ? WHERE id = 'first'", .integer(count)))
        }
        try await add("second", of: notes, 2)
        let error = await #expect(throws: SessionStoreError.self) { try await add("more", of: notes, 1) }
        #expect(PhotoError(try #require(error)).status == .rateLimited)
        try await add("empty", of: notes, 0)
        try await add("other", of: frame, 1)
        _ = try await fixture.store.updateSession("second", in: "/photos", now: StoreFixture.start) { try $0.cancel() }
        try await add("later", of: notes, 1)
    }

    @Test("What the owner selects and deselects is not what the client asked for")
    func selectedByOwner() async throws {
        let fixture = try StoreFixture()
        let notes = try await fixture.addClient("notes")
        func add(_ identifier: String, _ preselected: Int) async throws {
            let new = NewSession(
                identifier: identifier, client: notes.identifier, library: "/photos", configuration: .unrestricted,
                selection: AssetSelection([.asset(StoreFixture.photo("a"))]), preselected: preselected,
                deadline: StoreFixture.time(60), expires: StoreFixture.time(600))
            _ = try await fixture.store.addSession(new, now: StoreFixture.start)
        }
        let most = SQLSessionStore.mostPreselected
        try await add("first", 1)
        let run = try #require(AssetRun(of: .init(collection: "roll"), places: 0..<most))
        _ = try await fixture.store.updateSession("first", in: "/photos", now: StoreFixture.start) {
            try $0.select(run)
        }
        try await add("second", most - 1)
        _ = try await fixture.store.updateSession("second", in: "/photos", now: StoreFixture.start) {
            try $0.deselect("a")
        }
        let error = await #expect(throws: SessionStoreError.self) { try await add("third", 1) }
        #expect(PhotoError(try #require(error)).status == .rateLimited)
    }

    @Test("Sessions in which the time to pick is over do not count, and what was selected in them is forgotten")
    func expiredPreselected() async throws {
        let fixture = try StoreFixture()
        let notes = try await fixture.addClient("notes")
        func add(_ identifier: String, _ preselected: Int, at second: Int64) async throws {
            let new = NewSession(
                identifier: identifier, client: notes.identifier, library: "/photos", configuration: .unrestricted,
                selection: AssetSelection([.asset(StoreFixture.photo("a"))]), preselected: preselected,
                deadline: StoreFixture.time(second + 60), expires: StoreFixture.time(600))
            _ = try await fixture.store.addSession(new, now: StoreFixture.time(second))
        }
        try await add("first", SQLSessionStore.mostPreselected, at: 0)
        await #expect(throws: SessionStoreError.self) { try await add("early", 1, at: 59) }
        try await add("later", 1, at: 60)
        let rows = try await fixture.store.read { store in
            try store.run(SQL("SELECT session FROM selected")).map { try $0["session"] as String }
        }
        #expect(rows == ["later"])
        #expect(try await fixture.store.session("first", now: StoreFixture.time(60))?.state == .expired)
    }
}
