internal import Cryptography

/// Makes the identifiers that every backend over folders gives (R8.4).
struct IdentifierRecipe {
    private let key: [UInt8]
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// - Parameter root: of the open request.
    init(root: BytePath) { key = SHA256Digest(of: Array("picker.library/1\0".utf8) + root.bytes).bytes }

    func asset(_ path: BytePath) -> String { "a" + hash(1, path.bytes) }
    /// - Parameter path: from the root; empty for the root itself.
    func folder(_ path: BytePath) -> String { "c" + hash(2, path.bytes) }
    func smartAlbum(_ name: String) -> String { "c" + hash(3, Array(name.utf8)) }

    /// 128 bits in base64url, without "=".
    private func hash(_ subject: UInt8, _ name: [UInt8]) -> String {
        let bits = SHA256Digest(of: key + [subject] + name).bytes.prefix(16) + [0]
        let characters = (0..<22).map { index in
            let (byte, shift) = ((index * 6) / 8, (index * 6) % 8)
            let pair = UInt16(bits[byte]) << 8 | UInt16(bits[byte + 1])
            return Self.alphabet[Int(pair >> (10 - shift) & 63)]
        }
        return String(decoding: characters, as: UTF8.self)
    }
}
