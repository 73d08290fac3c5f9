import Cryptography
import PhotoModel
import PickingSessions
import PostgresClient
import Testing

@testable import SessionStorage

@Suite("What a store keeps of grants")
struct KeptGrantTests {
    private func new(_ client: Client, _ subject: Grant.Subject, in library: String = "/photos") -> NewGrant {
        NewGrant(client: client.identifier, library: library, subject: subject, title: "title of \(subject.identifier)")
    }

    @Test("Grants are kept by client and library, in order, each once, until they are revoked")
    func kept() async throws {
        let fixture = try StoreFixture()
        let (notes, frame) = (try await fixture.addClient("notes"), try await fixture.addClient("frame"))
        let album = try await fixture.store.addGrant(new(notes, .collection("x")), now: StoreFixture.time(1))
        _ = try await fixture.store.addGrant(new(notes, .asset("x")), now: StoreFixture.time(2))
        _ = try await fixture.store.addGrant(new(notes, .asset("a"), in: "/other"), now: StoreFixture.time(2))
        _ = try await fixture.store.addGrant(new(frame, .asset("b")), now: StoreFixture.time(3))
        #expect(try await fixture.store.addGrant(new(notes, .collection("x")), now: StoreFixture.time(9)) == album)
        let again = try fixture.openAgain()
        let kept = try await again.grants(of: notes.identifier, in: "/photos")
        #expect(kept.map(\.subject) == [.collection("x"), .asset("x")])
        #expect(kept.first == album && album.title == "title of x" && album.given == StoreFixture.time(1))
        #expect(try await again.revokeGrant(album.identifier, now: StoreFixture.time(4)) == album)
        #expect(try await again.revokeGrant(album.identifier, now: StoreFixture.time(5)) == nil)
        #expect(try await fixture.store.grants(of: notes.identifier, in: "/photos").map(\.subject) == [.asset("x")])
        #expect(try await fixture.store.grants().count == 3)
    }

    @Test("Of more than a client may have, none is given", .enabled(if: StoreFixture.isFile))
    func tooMany() async throws {
        let fixture = try StoreFixture()
        let notes = try await fixture.addClient("notes")
        let many = (0...SQLSessionStore.mostGrants).map { new(notes, .asset("a\($0)")) }
        await #expect(throws: SessionStoreError.self) {
            try await fixture.store.addGrants(many, now: StoreFixture.start)
        }
        #expect(try await fixture.store.grants().isEmpty)
    }

    @Test("The most grants are those of one client in one library, and one that is there already costs nothing")
    func most() async throws {
        let fixture = try StoreFixture()
        let (notes, frame) = (try await fixture.addClient("notes"), try await fixture.addClient("frame"))
        try await fixture.store.write { store in
            _ = try store.run(
                SQL(
                    """
                    INSERT INTO client_grant (client, library, kind, subject, title, given)
                    WITH RECURSIVE place (number) AS (
                        SELECT 1 UNION ALL SELECT number + 1 FROM place WHERE number < ?)
                    SELECT ?, '/photos', 'asset', 'old ' || number, 'title', ? FROM place
                    """, .integer(Int64(SQLSessionStore.mostGrants - 1)), .integer(notes.identifier),
                    .integer(StoreFixture.start.milliseconds)))
        }
        let last = try await fixture.store.addGrant(new(notes, .asset("last")), now: StoreFixture.time(1))
        let error = await #expect(throws: SessionStoreError.self) {
            try await fixture.store.addGrant(new(notes, .asset("more")), now: StoreFixture.time(2))
        }
        let refusal = PhotoError(try #require(error))
        #expect(refusal.status == .quota)
        #expect(try await fixture.store.addGrant(new(notes, .asset("last")), now: StoreFixture.time(3)) == last)
        let others = [new(frame, .asset("a")), new(notes, .asset("a"), in: "/other")]
        #expect(try await fixture.store.addGrants(others, now: StoreFixture.time(4)).count == 2)
    }

    @Test("A client that is revoked, or never was, has no grants and gets none")
    func revokedClient() async throws {
        let fixture = try StoreFixture()
        let notes = try await fixture.addClient("notes")
        _ = try await fixture.store.addGrant(new(notes, .asset("a")), now: StoreFixture.start)
        _ = try await fixture.store.revokeClient("notes", now: StoreFixture.time(1))
        #expect(try await fixture.store.grants(of: notes.identifier, in: "/photos").isEmpty)
        #expect(try await fixture.store.grants().isEmpty)
        await #expect(throws: SessionStoreError.self) {
            try await fixture.store.addGrant(new(notes, .asset("b")), now: StoreFixture.time(2))
        }
    }

    @Test("What another process revokes is gone with the next question, however often it was asked before")
    func revokedElsewhere() async throws {
        let fixture = try StoreFixture()
        let secret = Secret()
        let notes = try await fixture.addClient("notes", secret: secret)
        _ = try await fixture.addSession("s1", of: notes)
        _ = try await fixture.store.updateSession("s1", in: "/photos", now: StoreFixture.time(1)) {
            try $0.finish(resolved: [StoreFixture.photo("a")])
        }
        let grant = try await fixture.store.addGrant(new(notes, .asset("a")), now: StoreFixture.start)
        let other = try fixture.openAgain()
        for _ in 1...3 {
            #expect(try await fixture.store.client(withSecret: secret.hash) == notes)
            let pick = try await fixture.store.pick(
                in: "s1", at: 0, bySecret: secret.hash, now: StoreFixture.time(2))
            #expect(pick?.asset.localIdentifier == "a")
            let foreign = Secret().hash
            #expect(try await fixture.store.pick(in: "s1", at: 0, bySecret: foreign, now: StoreFixture.time(2)) == nil)
            #expect(try await fixture.store.grants(of: notes.identifier, in: "/photos") == [grant])
        }
        #expect(
            try await fixture.store.pick(in: "s1", at: 0, bySecret: secret.hash, now: StoreFixture.time(600)) == nil)
        _ = try await other.revokeGrant(grant.identifier, now: StoreFixture.time(3))
        #expect(try await fixture.store.grants(of: notes.identifier, in: "/photos").isEmpty)
        #expect(try await other.deleteSession("s1", of: notes.identifier))
        #expect(try await fixture.store.pick(in: "s1", at: 0, bySecret: secret.hash, now: StoreFixture.time(4)) == nil)
        _ = try await other.revokeClient("notes", now: StoreFixture.time(5))
        #expect(try await fixture.store.client(withSecret: secret.hash) == nil)
    }

    @Test("An answer that was read while another process wrote is not kept beyond that")
    func raced() async throws {
        let fixture = try StoreFixture()
        let other = try fixture.openAgain()
        let known = fixture.store.known.grants
        let key = KnownAnswers.View(client: 1, library: "/photos")
        let first = try await known.value(of: key) {
            // Committed after this was read and before it is kept.
            _ = try await other.addClient("late", origin: nil, secret: Secret().hash, now: StoreFixture.start)
            return []
        }
        #expect(first?.isEmpty == true)
        let isAskedAgain = Flag()
        _ = try await known.value(of: key) {
            await isAskedAgain.set()
            return []
        }
        #expect(await isAskedAgain.isSet)
    }

    private actor Flag {
        private(set) var isSet = false
        func set() { isSet = true }
    }

    @Test("An album and a photo of one identifier are two grants, and so are those in two libraries or of two clients")
    func kinds() async throws {
        let fixture = try StoreFixture()
        let (notes, frame) = (try await fixture.addClient("notes"), try await fixture.addClient("frame"))
        let wanted = [
            new(notes, .asset("x")), new(notes, .collection("x")), new(notes, .asset("x"), in: "/others"),
            new(frame, .asset("x")),
        ]
        let given = try await fixture.store.addGrants(wanted + wanted, now: StoreFixture.start)
        #expect(Set(given.map(\.identifier)).count == 4 && given.prefix(4) == given.suffix(4))
        #expect(try await fixture.store.grants() == Array(given.prefix(4)))
        let kept = try await fixture.store.grants(of: notes.identifier, in: "/photos")
        #expect(kept.map(\.subject) == [.asset("x"), .collection("x")])
        #expect(try await fixture.store.revokeGrant(kept[0].identifier, now: StoreFixture.time(1)) == kept[0])
        #expect(try await fixture.store.revokeGrant(kept[0].identifier, now: StoreFixture.time(2)) == nil)
        let left = try await fixture.store.grants()
        #expect(left == Array(given[1...3]))
    }
}
