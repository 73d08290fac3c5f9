/// A local identifier: 23 URL-safe characters that say nothing of the path they stand for.
///
/// The first character distinguishes assets ("a") from collections ("c") and keeps an identifier from beginning with a
/// "-", which command lines take for an option. The rest is a hash of 128 bits in base64url.
public struct LocalIdentifier: Hashable, Sendable {
    /// What an identifier is of.
    public enum Kind: UInt8, Sendable {
        case asset = 0x61
        case collection = 0x63
    }

    /// What the identifier is of.
    public let kind: Kind
    private let high: UInt64
    private let low: UInt64

    /// From the first four words of a digest.
    init(kind: Kind, digest: [UInt32]) {
        self.kind = kind
        high = UInt64(digest[0]) << 32 | UInt64(digest[1])
        low = UInt64(digest[2]) << 32 | UInt64(digest[3])
    }

    /// - Parameter bytes: the 16 bytes of the hash; nil for any other number of them.
    package init?(kind: Kind, bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.kind = kind
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// As it travels.
    public var text: String {
        var characters = [kind.rawValue]
        characters.reserveCapacity(1 + Self.digitCount)
        var pending: UInt32 = 0
        var bitCount = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                characters.append(Self.alphabet[Int(pending >> bitCount & 63)])
            }
        }
        characters.append(Self.alphabet[Int(pending << (6 - bitCount) & 63)])
        return String(decoding: characters, as: UTF8.self)
    }

    /// The 16 bytes of the hash.
    package var bytes: [UInt8] { withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) } }

    private static let digitCount = 22
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}

extension LocalIdentifier {
    /// Nil for a text that no library ever made.
    public init?(_ text: String) {
        let characters = Array(text.utf8)
        guard characters.count == 1 + Self.digitCount, let kind = Kind(rawValue: characters[0]) else { return nil }
        var words: [UInt32] = []
        var pending: UInt64 = 0
        var bitCount = 0
        for character in characters.dropFirst() {
            guard let digit = Self.value(character) else { return nil }
            pending = pending << 6 | digit
            bitCount += 6
            if bitCount >= 32 {
                bitCount -= 32
                words.append(UInt32(truncatingIfNeeded: pending >> bitCount))
            }
        }
        self.init(kind: kind, digest: words)
        guard self.text == text else { return nil }  // The four bits at the end are zeros.
    }

    private static func value(_ character: UInt8) -> UInt64? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt64(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
