import Cryptography
import Testing

@Suite("SHA-256 in parts, and HMAC-SHA-256")
struct SHA256StreamTests {
    @Test("The digest of parts is that of the whole, wherever they end")
    func parts() {
        let whole = (0..<1_000).map { UInt8($0 % 251) }
        for length in [1, 63, 64, 65, 999, 1_000, 2_000] {
            var stream = SHA256Stream()
            for start in stride(from: 0, to: whole.count, by: length) {
                stream.append(Array(whole[start...].prefix(length)))
            }
            #expect(stream.digest == SHA256Digest(of: whole), "parts of \(length)")
        }
        #expect(SHA256Stream().digest == SHA256Digest(of: []))
    }

    @Test("The digest so far can be asked for, and more may come")
    func goesOn() {
        var stream = SHA256Stream()
        stream.append(Array("ab".utf8))
        #expect(stream.digest == SHA256Digest(of: Array("ab".utf8)))
        stream.append(Array("c".utf8))
        #expect(stream.digest == SHA256Digest(of: Array("abc".utf8)))
    }

    /// Of RFC 4231: test cases 2, 1 and 6, whose key is longer than a block.
    private static let examples: [(key: [UInt8], message: String, code: String)] = [
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0x0B, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ]

    @Test("Codes of messages are those of RFC 4231", arguments: 0..<3)
    func codes(index: Int) {
        let example = Self.examples[index]
        let code = HMACSHA256.code(of: Array(example.message.utf8), key: example.key)
        #expect(code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == example.code)
    }
}
