internal import PhotoModel

/// Names that phones give to the photos of a burst: `IMG_20190101_120000_BURST001.jpg`,
/// `00001IMG_00001_BURST20190101120000000_COVER.jpg`.
enum BurstName {
    private static let mark = Array("BURST".utf8)
    /// Google's portraits have such names, too: `00100dPORTRAIT_00100_BURST20190101120000000_COVER.jpg`. They are two
    /// images of one moment, not a burst.
    private static let portrait = Array("PORTRAIT".utf8)

    /// Whether the name has the mark of a burst: in upper case, at the beginning or not after a letter, and followed by
    /// three digits.
    static func matches(_ name: [UInt8]) -> Bool {
        guard let start = index(of: mark, in: name), start == 0 || !isLetter(name[start - 1]) else { return false }
        let digits = name[(start + mark.count)...].prefix(3)
        return digits.count == 3 && digits.allSatisfy(\.isASCIIDigit) && index(of: portrait, in: name) == nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func index(of word: [UInt8], in name: [UInt8]) -> Int? {
        guard name.count >= word.count else { return nil }
        return (0...name.count - word.count).first { name[$0...].starts(with: word) }
    }
}
