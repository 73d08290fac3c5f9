import Cryptography
import Testing

@Suite("Secrets and message codes")
struct SecretTests {
    @Test("Each secret is another one, of 256 bits that may be in a URL")
    func random() {
        let texts = (0..<200).map { _ in Secret().text }
        #expect(Set(texts).count == 200)
        for text in texts {
            #expect(text.count == 43)
            #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        }
    }

    @Test("A secret is known again by its hash")
    func hash() {
        let secret = Secret()
        #expect(Secret.hash(of: secret.text) == secret.hash)
        #expect(Secret.hash(of: secret.text + " ") != secret.hash)
    }

    @Test("A message code is that of HMAC-SHA-256 (RFC 4231, case 1, with the key filled up to 32 bytes)")
    func example() throws {
        // Zeros at the end of a key that is shorter than a block change nothing (RFC 2104, section 2).
        let bytes = [UInt8](repeating: 0x0b, count: 20) + [UInt8](repeating: 0, count: 12)
        let key = try #require(MessageKey(bytes: bytes))
        let code = key.code(of: Array("Hi There".utf8))
        let digits = code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(digits == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    }

    @Test("A code of another message, of another key, or cut short, is none")
    func codes() {
        let (key, other) = (MessageKey(), MessageKey())
        let token = key.token(of: "message")
        #expect(key.isToken(token, of: "message") && token.count == 43)
        #expect(!key.isToken(token, of: "messag") && !key.isToken(token, of: ""))
        #expect(!other.isToken(token, of: "message"))
        #expect(!key.isToken(String(token.dropLast()), of: "message") && !key.isToken("", of: "message"))
        #expect(!key.isToken(token + "A", of: "message"))
    }

    @Test("A key of another length is none")
    func lengths() {
        #expect(MessageKey(bytes: []) == nil && MessageKey(bytes: [UInt8](repeating: 0, count: 31)) == nil)
        #expect(MessageKey(bytes: [UInt8](repeating: 0, count: 33)) == nil)
        #expect(MessageKey().bytes.count == 32 && MessageKey().bytes != MessageKey().bytes)
    }

    @Test("A token is the code in the digits of URLs, without what fills it up, and is the same for a kept key")
    func tokens() throws {
        let key = try #require(MessageKey(bytes: [UInt8](repeating: 7, count: 32)))
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        for number in 0..<20 {
            let message = "message \(number)"
            var bits = key.code(of: Array(message.utf8)).flatMap { byte in
                (0..<8).map { place in Int(byte >> UInt8(7 - place) & 1) }
            }
            bits += [0, 0]
            let text = stride(from: 0, to: bits.count, by: 6).map { start -> Character in
                digits[bits[start..<start + 6].reduce(0) { $0 << 1 | $1 }]
            }
            #expect(key.token(of: message) == String(text) && key.isToken(String(text), of: message))
        }
    }
}
