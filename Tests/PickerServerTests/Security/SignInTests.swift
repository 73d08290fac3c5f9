import Cryptography
import PhotoModel
import Platform
import SessionStorage
import Testing

@testable import PickerServer

/// Stands still until it is told to go on.
private final class TestClock: Sendable {
    private let time = Mutex(Timestamp(milliseconds: 1_700_000_000_000))

    var now: Timestamp { time.withLock { $0 } }

    func pass(seconds: Int) { time.withLock { $0 = $0.adding(seconds: seconds) } }
}

/// A store in memory, a clock, and what signs in with them.
private struct SignInFixture {
    let store: SQLSessionStore
    let clock = TestClock()
    let signIn: SignIn

    init() throws {
        store = try SQLSessionStore.inMemory()
        signIn = SignIn(store: store) { [clock] in clock.now }
    }

    /// As by another server of the same store.
    func another() -> SignIn { SignIn(store: store) { [clock] in clock.now } }

    func pass(seconds: Int) { clock.pass(seconds: seconds) }

    func signedIn() async throws -> BrowserSecrets {
        try #require(try await signIn.redeem(try await signIn.makeCode(), browser: "Test"))
    }
}

/// A store in which a sign-in ends after it was looked up, and before the answer is there.
private final class EndingStore: OwnerStore {
    private let store: SQLSessionStore
    /// What ends the sign-in that is looked up next; nil: nothing.
    let ending = Mutex<SignIn?>(nil)
    /// How often sign-ins were looked up.
    let lookups = Mutex(0)

    init(_ store: SQLSessionStore) { self.store = store }

    func signIns(
        withCookies cookies: [SHA256Digest], now: Timestamp
    ) async throws -> [SHA256Digest: StoredSignIn] {
        lookups.withLock { $0 += 1 }
        let found = try await store.signIns(withCookies: cookies, now: now)
        let ending = self.ending.withLock { ending in
            defer { ending = nil }
            return ending
        }
        if let ending, let first = found.values.first { _ = try await ending.end(first.identifier) }
        return found
    }

    func removeSignIn(_ identifier: Int64) async throws -> Bool { try await store.removeSignIn(identifier) }
    func addSignInCode(_ code: SHA256Digest, now: Timestamp, expires: Timestamp) async throws {
        try await store.addSignInCode(code, now: now, expires: expires)
    }
    func addSignIn(_ new: NewSignIn, withCode code: SHA256Digest) async throws -> Bool {
        try await store.addSignIn(new, withCode: code)
    }

    // Not called in these tests, and passed on.

    func makeCache<Key, Value>(capacity: Int) -> ReadCache<Key, Value> { store.makeCache(capacity: capacity) }
    func addSignIn(_ new: NewSignIn) async throws { try await store.addSignIn(new) }
    func addSignIn(_ new: NewSignIn, withPassword hash: PasswordHash) async throws -> Bool {
        try await store.addSignIn(new, withPassword: hash)
    }
    func signIns(now: Timestamp) async throws -> [StoredSignIn] { try await store.signIns(now: now) }
    func noteUse(ofSignIn identifier: Int64, now: Timestamp) async throws {
        try await store.noteUse(ofSignIn: identifier, now: now)
    }
    func removeSignIns() async throws -> Int { try await store.removeSignIns() }
    func setPassword(_ hash: PasswordHash?, now: Timestamp) async throws { try await store.setPassword(hash, now: now) }
    func password() async throws -> PasswordState? { try await store.password() }
    func beginGuess(now: Timestamp) async throws -> PasswordGuess { try await store.beginGuess(now: now) }
}

extension SignIn {
    fileprivate func isSignedIn(_ secrets: BrowserSecrets) async throws -> Bool {
        try await signIn(cookies: [secrets.cookie.text], proof: BrowserProof(secret: secrets.proof.text)) != nil
    }
}

@Suite("Signing in with a link")
struct SignInTests {
    private let fixture: SignInFixture

    init() throws { fixture = try SignInFixture() }

    @Test("A code signs in once")
    func once() async throws {
        let code = try await fixture.signIn.makeCode()
        let secrets = try #require(try await fixture.signIn.redeem(code, browser: "Test"))
        #expect(try await fixture.signIn.redeem(code, browser: "Test") == nil)
        #expect(try await fixture.signIn.isSignedIn(secrets))
    }

    @Test("A code signs in for ten minutes", arguments: [(599, true), (600, false)])
    func codeLifetime(seconds: Int, works: Bool) async throws {
        let code = try await fixture.signIn.makeCode()
        fixture.pass(seconds: seconds)
        _ = try await fixture.signIn.makeCode()
        #expect(try await (fixture.signIn.redeem(code, browser: "") != nil) == works)
    }

    @Test("A code of one server signs in at another of its store, once among all of them")
    func atAnotherServer() async throws {
        let code = try await fixture.signIn.makeCode()
        let secrets = try #require(try await fixture.another().redeem(code, browser: "Test"))
        #expect(try await fixture.signIn.redeem(code, browser: "Test") == nil)
        #expect(try await fixture.signIn.isSignedIn(secrets))
        #expect(try await SignInFixture().signIn.redeem(try await fixture.signIn.makeCode(), browser: "") == nil)
    }

    @Test("Only codes and cookies of this store count", arguments: ["", "x", "AAAA"])
    func unknown(text: String) async throws {
        _ = try await fixture.signIn.makeCode()
        #expect(try await fixture.signIn.redeem(text, browser: "") == nil)
        #expect(try await fixture.signIn.signIn(cookies: [text]) == nil)
        #expect(try await fixture.signIn.signIn(cookies: []) == nil)
    }

    @Test("Codes, cookies, proofs and tickets are good for nothing but what they are for")
    func notInterchangeable() async throws {
        let (signIn, secrets) = (fixture.signIn, try await fixture.signedIn())
        let (cookie, proof, code) = (secrets.cookie.text, secrets.proof.text, try await signIn.makeCode())
        for text in [cookie, proof, secrets.ticket] { #expect(try await signIn.redeem(text, browser: "") == nil) }
        for text in [code, proof, secrets.ticket] { #expect(try await signIn.signIn(cookies: [text]) == nil) }
        for text in [code, cookie, secrets.ticket] {
            #expect(try await signIn.signIn(cookies: [cookie], proof: BrowserProof(secret: text)) == nil)
        }
        for text in [code, cookie, proof] {
            #expect(try await signIn.signIn(cookies: [cookie], proof: BrowserProof(ticket: text)) == nil)
        }
        let ticket = BrowserProof(ticket: secrets.ticket)
        #expect(try await signIn.signIn(cookies: ["other", cookie], proof: ticket) != nil)
    }

    @Test("The proof of one browser does not go with the cookie of another")
    func twoBrowsers() async throws {
        let (one, other) = (try await fixture.signedIn(), try await fixture.signedIn())
        let proof = BrowserProof(secret: other.proof.text, ticket: other.ticket)
        #expect(try await fixture.signIn.signIn(cookies: [one.cookie.text], proof: proof) == nil)
        let both = [one.cookie.text, other.cookie.text]
        #expect(try await fixture.signIn.signIn(cookies: both, proof: proof) != nil)
    }

    @Test("A sign-in counts for every server of its store, until it expires")
    func kept() async throws {
        let secrets = try await fixture.signedIn()
        let second = fixture.another()
        #expect(try await second.isSignedIn(secrets))
        #expect(try await !SignInFixture().signIn.isSignedIn(secrets))
        fixture.pass(seconds: SignIn.lifetime)
        for server in [fixture.signIn, second] { #expect(try await !server.isSignedIn(secrets)) }
    }

    @Test("A sign-in that is ended is over here at once, and for other servers after two seconds at most")
    func ended() async throws {
        let (secrets, kept) = (try await fixture.signedIn(), try await fixture.signedIn())
        let second = fixture.another()
        for server in [fixture.signIn, second] { #expect(try await server.isSignedIn(secrets)) }
        let identifier = try #require(try await fixture.signIn.signIn(cookies: [secrets.cookie.text])).identifier
        #expect(try await fixture.signIn.end(identifier))
        #expect(try await !fixture.signIn.end(identifier))
        #expect(try await !fixture.signIn.isSignedIn(secrets))
        fixture.pass(seconds: 3)
        #expect(try await !second.isSignedIn(secrets))
        for server in [fixture.signIn, second] { #expect(try await server.isSignedIn(kept)) }
    }

    @Test("A sign-in that is ended here while it is looked up is over for the next request")
    func endedMeanwhile() async throws {
        let store = EndingStore(fixture.store)
        let signIn = SignIn(store: store) { [clock = fixture.clock] in clock.now }
        let secrets = try #require(try await signIn.redeem(try await signIn.makeCode(), browser: "Test"))
        store.ending.withLock { $0 = signIn }
        // Its question came before the end.
        #expect(try await signIn.isSignedIn(secrets))
        #expect(try await !signIn.isSignedIn(secrets))
    }

    @Test("All cookies of a request are looked up at once, and the one that belongs to the proof counts")
    func manyCookies() async throws {
        let store = EndingStore(fixture.store)
        let signIn = SignIn(store: store) { [clock = fixture.clock] in clock.now }
        let (first, second) = (try await fixture.signedIn(), try await fixture.signedIn())
        let unknown = (0..<100).map { "\($0)" }
        let cookies = unknown + [first.cookie.text, second.cookie.text]
        for secrets in [first, second] {
            let found = try await signIn.signIn(cookies: cookies, proof: BrowserProof(secret: secrets.proof.text))
            #expect(found?.proof == secrets.proof.hash)
        }
        // The second one was found with the first, and those that are unknown are not looked up for it.
        #expect(store.lookups.withLock { $0 } == 1)
        #expect(try await signIn.signIn(cookies: unknown) == nil)
        #expect(try await signIn.signIn(cookies: [second.cookie.text])?.proof == second.proof.hash)
        #expect(store.lookups.withLock { $0 } == 2)
    }

    @Test(
        "What is listed of a sign-in is when it was made and used, and the plain beginning of what the browser says of itself"
    )
    func listed() async throws {
        let name = "Mozilla\n\u{1B}[31m/5.0 é" + String(repeating: "x", count: 300)
        let secrets = try #require(
            try await fixture.signIn.redeem(try await fixture.signIn.makeCode(), browser: name))
        let begin = fixture.clock.now
        fixture.pass(seconds: 3 * 3600)
        #expect(try await fixture.signIn.isSignedIn(secrets))
        let listed = try await fixture.store.signIns(now: begin)
        #expect(listed.count == 1 && listed[0].method == .link && listed[0].created == begin)
        #expect(listed[0].used == begin.adding(seconds: 3 * 3600))
        #expect(listed[0].browser == "Mozilla[31m/5.0 " + String(repeating: "x", count: 200 - 16))
    }
}

@Suite("Signing in with a password")
struct PasswordSignInTests {
    private let fixture: SignInFixture

    init() throws { fixture = try SignInFixture() }

    private func setPassword(_ text: String) async throws {
        try await fixture.store.setPassword(PasswordHash(of: text), now: fixture.clock.now)
    }

    private func enter(_ text: String) async throws -> String {
        switch try await fixture.signIn.enter(password: text, browser: "Test") {
        case .signedIn: "signed in"
        case .wrong: "wrong"
        case .wait(let seconds): "wait \(seconds)"
        case .noPassword: "none"
        }
    }

    @Test("The password signs in, another one does not, and without one none does")
    func password() async throws {
        #expect(try await enter("correct horse") == "none")
        try await setPassword("correct horse")
        #expect(try await enter("correct horse ") == "wrong")
        #expect(try await enter("") == "wrong")
        guard case .signedIn(let secrets) = try await fixture.signIn.enter(password: "correct horse", browser: "T")
        else { return #expect(Bool(false), "the password does not sign in") }
        #expect(try await fixture.signIn.isSignedIn(secrets))
        #expect(try await fixture.store.signIns(now: fixture.clock.now).map(\.method) == [.password])
        #expect(try await fixture.store.password()?.failures == 0)
    }

    @Test(
        "After five wrong ones even the right one has to wait, each time for twice as long, whichever server is asked")
    func slowed() async throws {
        try await setPassword("correct horse")
        for _ in 0..<5 { #expect(try await enter("guess") == "wrong") }
        #expect(try await enter("correct horse") == "wait 5")
        guard case .wait = try await fixture.another().enter(password: "correct horse", browser: "")
        else { return #expect(Bool(false), "another server compares at once") }
        fixture.pass(seconds: 5)
        #expect(try await enter("guess") == "wrong")
        fixture.pass(seconds: 5)
        #expect(try await enter("correct horse") == "wait 5")
        fixture.pass(seconds: 5)
        #expect(try await enter("correct horse") == "signed in")
        #expect(try await enter("guess") == "wrong")
    }

    @Test("Guesses that come at once are all counted before one is compared")
    func atOnce() async throws {
        try await setPassword("correct horse")
        let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<40 { group.addTask { try await enter("guess \(number)") } }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 == "wrong" }.count == 5 && outcomes.filter { $0 == "wait 5" }.count == 35)
        #expect(try await fixture.store.password()?.failures == 5)
    }

    @Test("Another password, or none, ends the sign-ins that the one before made, and no others")
    func changed() async throws {
        let link = try await fixture.signedIn()
        try await setPassword("correct horse")
        guard case .signedIn(let secrets) = try await fixture.signIn.enter(password: "correct horse", browser: "T")
        else { return #expect(Bool(false), "the password does not sign in") }
        try await setPassword("battery staple")
        fixture.pass(seconds: 3)
        #expect(try await !fixture.signIn.isSignedIn(secrets))
        #expect(try await fixture.signIn.isSignedIn(link))
        #expect(try await enter("correct horse") == "wrong")
    }
}
