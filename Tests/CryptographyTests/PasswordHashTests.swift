import Cryptography
import Testing

@Suite("What is kept of a password")
struct PasswordHashTests {
    @Test("matches that password alone, is another for each time, and is Argon2id with 64 MiB")
    func matches() throws {
        let hash = try #require(PasswordHash(of: "pässword 1"))
        let kept = PasswordHash(keptAs: hash.text)
        #expect(kept.matches("pässword 1") && !kept.matches("pässword 2") && !kept.matches("pässword 1\u{0}"))
        #expect(!kept.matches(""))
        #expect(hash.text != PasswordHash(of: "pässword 1")?.text)
        #expect(hash.text.hasPrefix("$argon2id$v=19$m=65536,t=3,p=1$"))
    }

    @Test(
        "that is damaged matches nothing",
        arguments: ["", "x", "$argon2id$", "$argon2id$v=19$m=65536,t=3,p=1$AAAA$", "plain"])
    func damaged(text: String) {
        for password in ["", "x", "plain", text] { #expect(!PasswordHash(keptAs: text).matches(password)) }
        #expect(!PasswordHash(keptAs: text + String(repeating: "A", count: 1000)).matches(text))
    }

    @Test(
        "may be of a password of any length, with any characters",
        arguments: ["", "\u{0}", String(repeating: "é", count: 5000)])
    func anyPassword(text: String) throws {
        let hash = try #require(PasswordHash(of: text))
        #expect(hash.matches(text) && !hash.matches(text + "x"))
    }
}
