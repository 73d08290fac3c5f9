import PhotoModel
import Platform
import SessionStorage
import Testing

@testable import PickerServer

@Suite("Signing in")
struct SignInTests {
    @Test("a code works once")
    func once() async throws {
        let signIn = SignIn()
        let code = signIn.makeCode()
        let cookie = try #require(try await signIn.redeem(code))
        #expect(try await signIn.isSignedIn(cookies: [cookie]))
        #expect(try await signIn.redeem(code) == nil)
        #expect(try await signIn.isSignedIn(cookies: [cookie]))
    }

    @Test("only codes and cookies of this server count", arguments: ["", "x", "AAAA"])
    func unknown(text: String) async throws {
        let signIn = SignIn()
        _ = signIn.makeCode()
        #expect(try await signIn.redeem(text) == nil)
        #expect(try await !signIn.isSignedIn(cookies: [text]))
        #expect(try await !signIn.isSignedIn(cookies: []))
        #expect(try await SignIn().redeem(signIn.makeCode()) == nil)
    }

    @Test("a code is no cookie, and a cookie is no code")
    func notInterchangeable() async throws {
        let signIn = SignIn()
        let code = signIn.makeCode()
        #expect(try await !signIn.isSignedIn(cookies: [code]))
        let cookie = try #require(try await signIn.redeem(code))
        #expect(try await signIn.redeem(cookie) == nil)
    }

    @Test("a sign-in that a store keeps counts for the next server, until it expires")
    func kept() async throws {
        let store = try SQLiteSessionStore.inMemory()
        let time = Mutex(Timestamp(milliseconds: 0))
        let first = SignIn(store: store) { time.withLock { $0 } }
        let cookie = try #require(try await first.redeem(first.makeCode()))
        let second = SignIn(store: store) { time.withLock { $0 } }
        #expect(try await second.isSignedIn(cookies: ["other", cookie]))
        #expect(try await !SignIn().isSignedIn(cookies: [cookie]))
        time.withLock { $0 = Timestamp(milliseconds: Int64(SignIn.lifetime) * 1000) }
        for server in [first, second] { #expect(try await !server.isSignedIn(cookies: [cookie])) }
    }
}
