internal import Cryptography
internal import PhotoModel

/// A random token, known outside by its text and kept inside by its hash only.
struct Secret: Sendable {
    /// 256 random bits, URL-safe.
    let text: String

    init() {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        text = Base64.urlText(bytes)
    }

    var hash: Hash { Hash(of: text) }

    /// SHA-256 of a token. Comparing hashes reveals nothing of the token by its timing.
    struct Hash: Hashable, Sendable {
        private let digest: SHA256Digest

        init(of text: String) { digest = SHA256Digest(of: Array(text.utf8)) }
    }
}
