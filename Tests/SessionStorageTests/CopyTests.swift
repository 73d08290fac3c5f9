import Cryptography
import PhotoModel
import PickingSessions
import PostgresClient
import TestSupport
import Testing

@testable import SessionStorage

@Suite("A store that is copied into another")
struct CopyTests {
    @Test("Everything is there, under the same identifiers, and what comes later has others")
    func whole() async throws {
        let (source, target) = (try SQLSessionStore.inMemory(), try StoreFixture())
        let secret = Secret()
        let start = StoreFixture.start
        _ = try await source.addClient("gone", origin: nil, secret: Secret().hash, now: start)
        _ = try await source.revokeClient("gone", now: start)
        let notes = try await source.addClient("notes", origin: "https://n.example", secret: secret.hash, now: start)
        let key = MessageKey()
        try await source.setWebhook(of: notes.identifier, address: "https://n.example/", key: key)
        let new = NewSession(
            identifier: "s1", client: notes.identifier, library: "/photos", configuration: .unrestricted,
            deadline: StoreFixture.time(60), expires: StoreFixture.time(600))
        _ = try await source.addSession(new, now: start)
        let run = try #require(AssetRun(of: .init(collection: "roll"), places: 3..<5, byteTotal: 7))
        _ = try await source.updateSession("s1", in: "/photos", now: start) {
            try $0.replaceSelection(withParts: [.asset(StoreFixture.photo("a", bytes: .max)), .run(run)])
        }
        let granted = NewGrant(
            client: notes.identifier, library: "/photos", subject: .collection("x"), title: "Summer é")
        let grant = try await source.addGrant(granted, now: start)
        let cookie = Secret().hash
        try await source.addSignIn(
            NewSignIn(
                cookie: cookie, proof: Secret().hash, method: .link, browser: "B", created: start,
                expires: StoreFixture.time(60)))
        let signing = try await source.signingKey().bytes
        // A server that opened the other one has made some of this.
        _ = try await target.store.signingKey()
        try await source.copy(into: target.store)
        let copy = try target.openAgain()
        #expect(try await copy.clients() == source.clients())
        #expect(try await copy.client(withSecret: secret.hash) == notes)
        #expect(try await copy.sessions(now: start) == source.sessions(now: start))
        let session = try await source.pickingSession("s1", in: "/photos", now: start)
        #expect(try await copy.pickingSession("s1", in: "/photos", now: start) == session && session != nil)
        #expect(try await copy.grants() == [grant])
        #expect(try await copy.records(before: nil, limit: 99) == source.records(before: nil, limit: 99))
        #expect(try await copy.signIn(withCookie: cookie, now: start) == source.signIn(withCookie: cookie, now: start))
        #expect(try await copy.signingKey().bytes == signing)
        let webhook = try #require(try await copy.webhooks().first)
        #expect(webhook.key.bytes == key.bytes && webhook.waiting == 1)
        let later = try await copy.addClient("later", origin: nil, secret: Secret().hash, now: start)
        #expect(later.identifier > notes.identifier)
        let another = NewGrant(client: later.identifier, library: "/photos", subject: .asset("a"), title: "a")
        #expect(try await copy.addGrant(another, now: start).identifier > grant.identifier)
    }

    @Test("No table is left out, and no table whose identifiers count on")
    func tables() async throws {
        let store = try SQLSessionStore.inMemory()
        let rows = try await store.read { store in
            try store.run(
                SQL(
                    """
                    SELECT name, sql LIKE '%AUTOINCREMENT%' AS counts FROM sqlite_schema
                    WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'grdb_migrations' ORDER BY name
                    """))
        }
        let made = try rows.map { row in
            let (name, counts): (String, Bool) = (try row["name"], try row["counts"])
            return "\(name) \(counts)"
        }
        #expect(StoreSchema.tables.map { "\($0.name) \($0.hasIdentifiers)" }.sorted() == made)
        #expect(made.count > 10)
    }

    @Test("One that has something is not written to")
    func occupied() async throws {
        let (source, target) = (try SQLSessionStore.inMemory(), try StoreFixture())
        _ = try await source.addClient("notes", origin: nil, secret: Secret().hash, now: StoreFixture.start)
        let there = try await target.addClient("there")
        await #expect(throws: SessionStoreError.self) { try await source.copy(into: target.store) }
        #expect(try await target.store.clients() == [there])
    }
}
