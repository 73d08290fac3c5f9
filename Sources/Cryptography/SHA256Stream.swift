internal import CSodium

/// Makes the SHA-256 of bytes that come in parts, such as those of a file that is too large for memory.
package struct SHA256Stream {
    private var state = crypto_hash_sha256_state()

    package init() {
        Sodium.start
        crypto_hash_sha256_init(&state)
    }

    /// Takes in what comes next.
    package mutating func append(_ bytes: [UInt8]) { crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count)) }

    /// The digest of all that came; what comes after it counts, too.
    package var digest: SHA256Digest {
        var state = state
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(crypto_hash_sha256_BYTES)) { output, count in
            crypto_hash_sha256_final(&state, output.baseAddress!)  // There is room for 32 bytes.
            count = Int(crypto_hash_sha256_BYTES)
        }
        return SHA256Digest(bytes)
    }
}

/// Authenticates the messages of one sender: HMAC-SHA-256 (RFC 2104), with a key of any length.
package enum HMACSHA256 {
    private static let blockLength = 64

    /// The code of a message, 32 bytes.
    package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let short = key.count > blockLength ? SHA256Digest(of: key).bytes : key
        let padded = short + [UInt8](repeating: 0, count: blockLength - short.count)
        let inner = SHA256Digest(of: padded.map { $0 ^ 0x36 } + message).bytes
        return SHA256Digest(of: padded.map { $0 ^ 0x5C } + inner).bytes
    }
}
