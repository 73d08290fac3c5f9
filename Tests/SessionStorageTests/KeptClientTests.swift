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

    private func newSignIn(at second: Int64, until end: Int64, browser: String = "Test") -> NewSignIn {
        NewSignIn(
            cookie: Secret().hash, proof: Secret().hash, method: .link, browser: browser,
            created: StoreFixture.time(second), expires: StoreFixture.time(end))
    }

    @Test("A code signs in once and before it expires, and those that expired go with the next one")
    func codes() async throws {
        let fixture = try StoreFixture()
        let codes = (1...3).map { _ in Secret().hash }
        for (code, end) in zip(codes, [10, 20, 21] as [Int64]) {
            try await fixture.store.addSignInCode(code, now: StoreFixture.start, expires: StoreFixture.time(end))
        }
        func signsIn(_ code: SHA256Digest, at second: Int64) async throws -> Bool {
            try await fixture.store.addSignIn(newSignIn(at: second, until: 99), withCode: code)
        }
        #expect(try await !signsIn(Secret().hash, at: 1))
        #expect(try await !signsIn(codes[0], at: 10))
        #expect(try await signsIn(codes[0], at: 9))
        #expect(try await !signsIn(codes[0], at: 9))
        #expect(try await fixture.store.signIns(now: StoreFixture.start).count == 1)
        try await fixture.store.addSignInCode(Secret().hash, now: StoreFixture.time(20), expires: StoreFixture.time(30))
        #expect(try await !signsIn(codes[1], at: 19))
        #expect(try await signsIn(codes[2], at: 20))
    }

    @Test("The last use is that of one sign-in, and those that expired go with the next one")
    func uses() async throws {
        let fixture = try StoreFixture()
        for (browser, end) in [("a", 10), ("b", 11), ("c", 12)] as [(String, Int64)] {
            try await fixture.store.addSignIn(newSignIn(at: 0, until: end, browser: browser))
        }
        let listed = try await fixture.store.signIns(now: StoreFixture.start)
        #expect(listed.map(\.browser) == ["c", "b", "a"])
        #expect(listed.allSatisfy { $0.used == StoreFixture.start && $0.created == StoreFixture.start })
        try await fixture.store.noteUse(ofSignIn: listed[1].identifier, now: StoreFixture.time(5))
        let used = try await fixture.store.signIns(now: StoreFixture.start)
        #expect(used.map(\.used) == [0, 5, 0].map { StoreFixture.time($0) })
        #expect(used.map(\.created) == listed.map(\.created) && used.map(\.expires) == listed.map(\.expires))
        try await fixture.store.addSignIn(newSignIn(at: 11, until: 20, browser: "d"))
        #expect(try await fixture.store.signIns(now: StoreFixture.start).map(\.browser) == ["d", "c"])
    }

    @Test("After five guesses the next ones wait, and those that wait count for nothing")
    func guesses() async throws {
        let fixture = try StoreFixture()
        let (store, hash) = (fixture.store, PasswordHash(keptAs: "kept"))
        #expect(try await store.beginGuess(now: StoreFixture.start) == .noPassword)
        #expect(try await store.password() == nil)
        try await store.setPassword(hash, now: StoreFixture.start)
        let new = PasswordState(changed: StoreFixture.start, failures: 0, lastFailure: nil)
        #expect(try await store.password() == new)
        for _ in 1...5 { #expect(try await store.beginGuess(now: StoreFixture.time(1)) == .compare(hash)) }
        #expect(try await store.beginGuess(now: StoreFixture.time(1)) == .wait(seconds: 5))
        #expect(try await store.beginGuess(now: StoreFixture.time(5)) == .wait(seconds: 1))
        let waiting = PasswordState(changed: StoreFixture.start, failures: 5, lastFailure: StoreFixture.time(1))
        #expect(try await store.password() == waiting)
        #expect(try await store.beginGuess(now: StoreFixture.time(6)) == .compare(hash))
        #expect(try await store.beginGuess(now: StoreFixture.time(6)) == .wait(seconds: 10))
        try await store.setPassword(nil, now: StoreFixture.time(7))
        #expect(try await store.beginGuess(now: StoreFixture.time(8)) == .noPassword)
    }
}
