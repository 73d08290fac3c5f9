internal import Crypto
internal import FoundationEssentials

/// A random token, known outside by its text and kept inside by its hash only.
struct Secret: Sendable {
    /// 256 random bits, URL-safe.
    let text: String

    init() {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        text = Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    var hash: Hash { Hash(of: text) }

    /// SHA-256 of a token. Comparing hashes tells nothing of the token by its timing.
    struct Hash: Hashable, Sendable {
        private let bytes: [UInt8]

        init(of text: String) { bytes = Array(SHA256.hash(data: Data(text.utf8))) }
    }
}
