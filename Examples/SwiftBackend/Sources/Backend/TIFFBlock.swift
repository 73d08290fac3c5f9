/// EXIF: a TIFF file inside of a JPEG (CIPA DC-008, 4.5 and 4.6). Whatever lies outside of it is nil.
struct TIFFBlock {
    private let bytes: [UInt8]
    private let isLittle: Bool

    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: "II*\0".utf8) || bytes.starts(with: "MM\0*".utf8) else { return nil }
        self.bytes = bytes
        isLittle = bytes[0] == UInt8(ascii: "I")
    }

    var firstDirectory: Int { number(at: 4, length: 4) ?? 0 }

    func short(_ tag: Int, in directory: Int) -> Int? {
        value(of: tag, in: directory).flatMap { number(at: $0, length: 2) }
    }

    func long(_ tag: Int, in directory: Int) -> Int? {
        value(of: tag, in: directory).flatMap { number(at: $0, length: 4) }
    }

    /// A text of more than four characters, up to its NUL.
    func text(_ tag: Int, in directory: Int) -> String? {
        guard let value = value(of: tag, in: directory), let count = number(at: value - 4, length: 4),
            let start = number(at: value, length: 4), start <= bytes.count, count <= bytes.count - start
        else { return nil }
        return String(decoding: bytes[start..<start + count].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Where the value of a tag lies, or where it says where that is.
    private func value(of tag: Int, in directory: Int) -> Int? {
        guard directory > 0, let count = number(at: directory, length: 2) else { return nil }
        let entries = (0..<count).lazy.map { directory + 2 + $0 * 12 }
        return entries.first { number(at: $0, length: 2) == tag }.map { $0 + 8 }
    }

    private func number(at place: Int, length: Int) -> Int? {
        guard place >= 0, place <= bytes.count - length else { return nil }
        let part = bytes[place..<place + length]
        return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }
}
