internal import PhotoModel

/// What the first bytes of an image file say: whether the host can read it, and its size.
struct ImageHeader: Equatable {
    /// The size of the image as stored, which may not be upright; nil if it was not found.
    let size: PixelSize?

    /// Nil if the file is not JPEG, PNG, WebP or GIF.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            size = Self.jpeg(bytes)
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count >= 24 {
            size = Self.size(Self.big(bytes, 16, 4), Self.big(bytes, 20, 4))
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.count >= 30, Array(bytes[8..<12]) == Array("WEBP".utf8)
        {
            size = Self.webP(bytes)
        } else if bytes.starts(with: Array("GIF8".utf8)), bytes.count >= 10 {
            size = Self.size(Self.little(bytes, 6, 2), Self.little(bytes, 8, 2))
        } else {
            return nil
        }
    }

    /// The shorter side.
    var shortSide: Int? { size.map { min($0.width, $0.height) } }

    private static func size(_ width: Int, _ height: Int) -> PixelSize? {
        width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil
    }

    private static func big(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
        bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func little(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
        bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func jpeg(_ bytes: [UInt8]) -> PixelSize? {
        var position = 2
        while position + 9 <= bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            if marker == 0xFF {
                position += 1
                continue
            }
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame { return size(big(bytes, position + 7, 2), big(bytes, position + 5, 2)) }
            if marker == 0xDA { return nil }
            position += 2 + max(2, big(bytes, position + 2, 2))
        }
        return nil
    }

    private static func webP(_ bytes: [UInt8]) -> PixelSize? {
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ": return size(little(bytes, 26, 2) & 0x3FFF, little(bytes, 28, 2) & 0x3FFF)
        case "VP8L":
            let bits = little(bytes, 21, 4)
            return size(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        case "VP8X": return size(little(bytes, 24, 3) + 1, little(bytes, 27, 3) + 1)
        default: return nil
        }
    }
}
