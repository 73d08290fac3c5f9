/// Base64 (RFC 4648) without Foundation, since plugins do not load Foundation.
public enum Base64 {
    private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlSafe = Array(standard.dropLast(2)) + Array("-_".utf8)

    /// The encoding of section 4 of the RFC: with `+` and `/`, padded with `=` to a multiple of four characters.
    public static func text(_ bytes: [UInt8]) -> String {
        var characters = encode(bytes, standard)
        while characters.count % 4 != 0 { characters.append(UInt8(ascii: "=")) }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The encoding of section 5 of the RFC: with `-` and `_`, without padding, for addresses and JSON.
    public static func urlText(_ bytes: [UInt8]) -> String { String(decoding: encode(bytes, urlSafe), as: UTF8.self) }

    private static func encode(_ bytes: [UInt8], _ alphabet: [UInt8]) -> [UInt8] {
        var characters: [UInt8] = []
        characters.reserveCapacity((bytes.count + 2) / 3 * 4)
        var pending: UInt32 = 0
        var bitCount: UInt32 = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                characters.append(alphabet[Int(pending >> bitCount & 63)])
            }
        }
        if bitCount > 0 { characters.append(alphabet[Int(pending << (6 - bitCount) & 63)]) }
        return characters
    }
}
