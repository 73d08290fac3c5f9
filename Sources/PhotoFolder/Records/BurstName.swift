internal import PhotoModel

/// A name that phones give to a photo of a burst: `IMG_20190101_120000_BURST001.jpg`,
/// `00001IMG_00001_BURST20190101120000000_COVER.jpg`.
package struct BurstName: Hashable, Sendable {
    /// What the names of the photos of one burst have in common: the time at which it began, or what is before the number of the
    /// photo. Nil if the name begins with the number, which photos of other bursts have as well.
    let shared: [UInt8]?
    /// Whether the phone chose this photo to stand for the burst.
    package let isCover: Bool

    private static let mark = Array("BURST".utf8)
    private static let cover = Array("_COVER".utf8)
    /// Google's portraits have such names, too: `00100dPORTRAIT_00100_BURST20190101120000000_COVER.jpg`. They are two
    /// images of one moment, not a burst.
    private static let portrait = Array("PORTRAIT".utf8)
    /// The digits of a date and a time to the second. Numbers of photos have fewer.
    private static let digitsOfTime = 14

    /// Nil if the name does not have the mark of a burst: in upper case, at the beginning or not after a letter, and followed by
    /// three digits.
    package init?(_ name: [UInt8]) {
        guard let start = Self.index(of: Self.mark, in: name), start == 0 || !Self.isLetter(name[start - 1]) else {
            return nil
        }
        let digits = name[(start + Self.mark.count)...].prefix { $0.isASCIIDigit }
        guard digits.count >= 3, Self.index(of: Self.portrait, in: name) == nil else { return nil }
        let common = digits.count >= Self.digitsOfTime ? digits : name[..<start]
        shared = common.isEmpty ? nil : Array(common)
        isCover = name[digits.endIndex...].starts(with: Self.cover)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func index(of word: [UInt8], in name: [UInt8]) -> Int? {
        guard name.count >= word.count else { return nil }
        return (0...name.count - word.count).first { name[$0...].starts(with: word) }
    }
}
