import Cryptography
import PhotoModel
import PickingSessions
import Testing

@testable import SessionStorage

@Suite("What a store keeps of clients and sign-ins")
struct KeptClientTests {
    @Test("A client is found by its secret, in another process too, until it is revoked")
    func secret() async throws {
        let fixture = try StoreFixture()
        let secret = Secret()
        let client = try await fixture.addClient("notes", origin: "https://notes.example", secret: secret)
        let again = try fixture.openAgain()
        #expect(try await again.client(withSecret: secret.hash) == client)
        #expect(try await again.client(withSecret: Secret().hash) == nil)
        #expect(try await again.revokeClient("notes", now: StoreFixture.time(5)))
        #expect(try await fixture.store.client(withSecret: secret.hash) == nil)
        #expect(try await !again.revokeClient("notes", now: StoreFixture.time(6)))
        #expect(try await fixture.store.clients().map(\.revoked) == [StoreFixture.time(5)])
    }

    @Test("A name is free again when its client was revoked, and a new client has another identifier")
    func names() async throws {
        let fixture = try StoreFixture()
        let first = try await fixture.addClient("notes")
        await #expect(throws: SessionStoreError.self) { try await fixture.addClient("notes") }
        _ = try await fixture.store.revokeClient("notes", now: StoreFixture.start)
        let second = try await fixture.addClient("notes")
        #expect(first.identifier != second.identifier)
        #expect(try await fixture.store.clients().count == 2)
    }

    @Test("Revoking cancels what is pending and forgets what was picked")
    func revoking() async throws {
        let fixture = try StoreFixture()
        let client = try await fixture.addClient("notes")
        for name in ["pending", "picked"] { _ = try await fixture.addSession(name, of: client) }
        _ = try await fixture.store.updateSession("picked", in: "/photos", now: StoreFixture.start) {
            try $0.finish(resolved: [StoreFixture.photo("a")])
        }
        _ = try await fixture.store.revokeClient("notes", now: StoreFixture.time(1))
        let pending = try await fixture.store.session("pending", now: StoreFixture.time(2))
        #expect(pending?.state == .cancelled && pending?.client.revoked != nil)
        #expect(try await fixture.store.selectedAssets(of: "picked", offset: 0, limit: 9).isEmpty)
        // A request of it may have been let in before.
        await #expect(throws: SessionStoreError.self) { try await fixture.addSession("late", of: client) }
        #expect(try await fixture.store.session("late", now: StoreFixture.time(2)) == nil)
    }

    @Test("Revoking a client takes nothing from another one")
    func revokingOne() async throws {
        let fixture = try StoreFixture()
        let secret = Secret()
        let frame = try await fixture.addClient("frame", secret: secret)
        _ = try await fixture.addClient("notes")
        for name in ["pending", "picked"] { _ = try await fixture.addSession(name, of: frame) }
        _ = try await fixture.store.updateSession("picked", in: "/photos", now: StoreFixture.start) {
            try $0.finish(resolved: [StoreFixture.photo("a")])
        }
        let new = NewGrant(client: frame.identifier, library: "/photos", subject: .asset("a"), title: "a")
        let grant = try await fixture.store.addGrant(new, now: StoreFixture.start)
        #expect(try await fixture.store.revokeClient("notes", now: StoreFixture.time(1)))
        #expect(try await fixture.store.client(withSecret: secret.hash) == frame)
        #expect(try await fixture.store.session("pending", now: StoreFixture.time(2))?.state == .pending)
        #expect(try await fixture.store.grants(of: frame.identifier, in: "/photos") == [grant])
        let pick = try await fixture.store.pick(in: "picked", at: 0, bySecret: secret.hash, now: StoreFixture.time(2))
        #expect(pick?.asset.localIdentifier == "a" && pick?.session.count == 1)
    }

    @Test("A password that was changed while it was compared signs no one in, and resets no count")
    func changedPassword() async throws {
        let fixture = try StoreFixture()
        let (old, new) = (PasswordHash(keptAs: "old"), PasswordHash(keptAs: "new"))
        func signIn(_ hash: PasswordHash) async throws -> Bool {
            try await fixture.store.addSignIn(
                NewSignIn(
                    cookie: Secret().hash, proof: Secret().hash, method: .password, browser: "Test",
                    created: StoreFixture.start, expires: StoreFixture.time(10)), withPassword: hash)
        }
        try await fixture.store.setPassword(old, now: StoreFixture.start)
        #expect(try await fixture.store.beginGuess(now: StoreFixture.start) == .compare(old))
        try await fixture.store.setPassword(new, now: StoreFixture.time(1))
        #expect(try await fixture.store.beginGuess(now: StoreFixture.time(2)) == .compare(new))
        #expect(try await !signIn(old))
        #expect(try await fixture.store.signIns(now: StoreFixture.time(3)).isEmpty)
        let state = try await fixture.store.password()
        #expect(state?.failures == 1 && state?.lastFailure == StoreFixture.time(2))
        #expect(state?.changed == StoreFixture.time(1))
        #expect(try await signIn(new))
        #expect(try await fixture.store.password()?.failures == 0)
    }

    @Test("One sign-in is ended by its identifier, and all at once by none")
    func endingSignIns() async throws {
        let fixture = try StoreFixture()
        for _ in 1...3 {
            try await fixture.store.addSignIn(
                NewSignIn(
                    cookie: Secret().hash, proof: Secret().hash, method: .link, browser: "Test",
                    created: StoreFixture.start, expires: StoreFixture.time(10)))
        }
        let listed = try await fixture.store.signIns(now: StoreFixture.start).map(\.identifier)
        #expect(listed.count == 3 && listed == listed.sorted(by: >), "the newest first")
        #expect(try await fixture.store.removeSignIn(listed[1]))
        #expect(try await !fixture.store.removeSignIn(listed[1]))
        let left = try await fixture.store.signIns(now: StoreFixture.start).map(\.identifier)
        #expect(left == [listed[0], listed[2]])
        #expect(try await fixture.store.removeSignIns() == 2)
        #expect(try await fixture.store.signIns(now: StoreFixture.start).isEmpty)
    }

    @Test("A sign-in counts until it expires")
    func signIns() async throws {
        let fixture = try StoreFixture()
        let (known, unknown, proof) = (Secret().hash, Secret().hash, Secret().hash)
        try await fixture.store.addSignIn(
            NewSignIn(
                cookie: known, proof: proof, method: .link, browser: "Test", created: StoreFixture.start,
                expires: StoreFixture.time(10)))
        let again = try fixture.openAgain()
        #expect(try await again.signIn(withCookie: known, now: StoreFixture.time(9))?.proof == proof)
        #expect(try await again.signIn(withCookie: unknown, now: StoreFixture.time(9)) == nil)
        #expect(try await again.signIn(withCookie: known, now: StoreFixture.time(10)) == nil)
        #expect(try await again.signIns(now: StoreFixture.time(10)).isEmpty)
    }

    @Test("The key is the same for all who open the store, and another one for another store")
    func key() async throws {
        let fixture = try StoreFixture()
        let key = try await fixture.store.signingKey().bytes
        #expect(key.count == 32)
        #expect(try await fixture.openAgain().signingKey().bytes == key)
        #expect(try await SQLSessionStore.inMemory().signingKey().bytes != key)
    }
}
