internal import CSodium

/// What is kept of a password: Argon2id (RFC 9106) by libsodium, with its salt and its costs, as text.
///
/// To make or to check one takes some tenths of a second of a processor and `memory` bytes: do it where nothing waits for the
/// thread, and not for many at once.
package struct PasswordHash: Hashable, Sendable {
    /// Passes over the memory.
    private static let passes: UInt64 = 3
    /// Bytes that one check takes: 64 MiB.
    package static let memory = 64 << 20

    /// ASCII, without spaces.
    package let text: String

    /// One that was kept. Text that is no hash matches no password.
    package init(keptAs text: String) { self.text = text }

    /// Nil when the system has not the memory.
    package init?(of password: String) {
        Sodium.start
        let bytes = Self.characters(password)
        var room = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let outcome = crypto_pwhash_str_alg(
            &room, bytes, UInt64(bytes.count), Self.passes, Self.memory, crypto_pwhash_ALG_ARGON2ID13)
        guard outcome == 0 else { return nil }
        text = String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether it is of this password, in a time that does not say how much of it is right.
    package func matches(_ password: String) -> Bool {
        Sodium.start
        let bytes = Self.characters(password)
        return text.utf8.count < Int(crypto_pwhash_STRBYTES)
            && crypto_pwhash_str_verify(text, bytes, UInt64(bytes.count)) == 0
    }

    private static func characters(_ password: String) -> [CChar] { password.utf8.map { CChar(bitPattern: $0) } }
}
