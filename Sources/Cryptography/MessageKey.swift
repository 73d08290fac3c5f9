internal import CSodium

/// A key that authenticates messages of this program: HMAC-SHA-256 (RFC 2104).
package struct MessageKey: Sendable {
    /// Always 32; a secret.
    package let bytes: [UInt8]

    /// A new one.
    package init() { bytes = RandomBytes.make(Self.length) }

    /// One that was kept; nil when it is not 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// The code of a message, 32 bytes.
    package func code(of message: [UInt8]) -> [UInt8] {
        Sodium.start
        return [UInt8](unsafeUninitializedCapacity: Self.length) { output, count in
            // There is room for 32 bytes, and the key has as many.
            crypto_auth_hmacsha256(output.baseAddress!, message, UInt64(message.count), bytes)
            count = Self.length
        }
    }

    /// The code of a message as text that may be in a URL.
    package func token(of message: String) -> String { RandomBytes.urlText(code(of: Array(message.utf8))) }

    /// Whether it is the token of this message, in a time that does not say how much of it is right.
    package func isToken(_ token: String, of message: String) -> Bool {
        let (given, right) = (Array(token.utf8), Array(self.token(of: message).utf8))
        return given.count == right.count && sodium_memcmp(given, right, right.count) == 0
    }

    private static let length = Int(crypto_auth_hmacsha256_BYTES)
}
