import Testing

@testable import PickerServer

@Suite("Signing in")
struct SignInTests {
    @Test("a code works once")
    func once() throws {
        let signIn = SignIn()
        let code = signIn.makeCode()
        let cookie = try #require(signIn.redeem(code))
        #expect(signIn.isSignedIn(cookies: [cookie]))
        #expect(signIn.redeem(code) == nil)
        #expect(signIn.isSignedIn(cookies: [cookie]))
    }

    @Test("only codes and cookies of this server count", arguments: ["", "x", "AAAA"])
    func unknown(text: String) {
        let signIn = SignIn()
        _ = signIn.makeCode()
        #expect(signIn.redeem(text) == nil)
        #expect(!signIn.isSignedIn(cookies: [text]))
        #expect(!signIn.isSignedIn(cookies: []))
        #expect(SignIn().redeem(signIn.makeCode()) == nil)
    }

    @Test("a code is no cookie, and a cookie is no code")
    func notInterchangeable() throws {
        let signIn = SignIn()
        let code = signIn.makeCode()
        #expect(!signIn.isSignedIn(cookies: [code]))
        let cookie = try #require(signIn.redeem(code))
        #expect(signIn.redeem(cookie) == nil)
    }

    @Test("each code and each cookie is another one, of 256 bits that may be in a URL")
    func random() {
        let texts = (0..<200).map { _ in Secret().text }
        #expect(Set(texts).count == 200)
        for text in texts {
            #expect(text.count == 43)
            #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        }
    }
}
