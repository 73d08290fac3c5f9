internal import PhotoModel

/// The UUID of an asset, an album or a person in Immich.
///
/// Local identifiers are the UUID in base64url after a prefix for the kind, so that they can be turned back into it without a table, in
/// every run and at every address of the same server. UUIDs are random, so two servers have the same only if one is a copy of the other.
struct ImmichID: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    /// - Parameter text: a UUID of 36 characters, in either case.
    init?(uuid text: String) {
        var digits: [UInt8] = []
        for (index, byte) in text.utf8.enumerated() {
            if [8, 13, 18, 23].contains(index) {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
                digits.append(UInt8(digit))
            }
        }
        guard digits.count == 32 else { return nil }
        high = digits.prefix(16).reduce(0) { $0 << 4 | UInt64($1) }
        low = digits.suffix(16).reduce(0) { $0 << 4 | UInt64($1) }
    }

    /// - Parameters:
    ///   - identifier: a local identifier.
    ///   - prefix: "a" for assets, "c" for albums, "cp" for people.
    init?(_ identifier: String, prefix: String) {
        let characters = Array(identifier.utf8)
        guard characters.starts(with: prefix.utf8), characters.count == prefix.utf8.count + 22 else { return nil }
        var (high, low, bits) = (UInt64(0), UInt64(0), 0)
        for character in characters.dropFirst(prefix.utf8.count) {
            guard let digit = Self.alphabet.firstIndex(of: character) else { return nil }
            let taken = min(6, 128 - bits)
            guard taken == 6 || digit & 15 == 0 else { return nil }
            high = high << taken | low >> (64 - taken)
            low = low << taken | UInt64(digit >> (6 - taken))
            bits += taken
        }
        (self.high, self.low) = (high, low)
    }

    /// The UUID as Immich writes it.
    var uuid: String {
        var text: [UInt8] = []
        for place in 0..<32 {
            if [8, 12, 16, 20].contains(place) { text.append(UInt8(ascii: "-")) }
            let word = place < 16 ? high : low
            text.append(Self.hexadecimal[Int(word >> UInt64(60 - place % 16 * 4) & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The local identifier.
    func identifier(_ prefix: String) -> String {
        var text = Array(prefix.utf8)
        for place in 0..<22 {
            let first = place * 6
            var digit = 0
            for bit in first..<first + 6 { digit = digit << 1 | self.bit(bit) }
            text.append(Self.alphabet[digit])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func bit(_ place: Int) -> Int {
        if place >= 128 { return 0 }
        return Int((place < 64 ? high : low) >> UInt64(63 - place % 64) & 1)
    }

    private static let hexadecimal = Array("0123456789abcdef".utf8)
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
