/// A colour profile with the primaries of sRGB, of samples that are in proportion to light (ICC.1:2001-04). Without it they are shown
/// far too dark.
enum LinearProfile {
    static let bytes: [UInt8] = {
        let tags: [(name: String, content: [UInt8])] = [
            ("desc", description), ("cprt", copyright), ("wtpt", whitePoint),
            ("rXYZ", color(0x6FA2, 0x38F5, 0x0390)), ("gXYZ", color(0x6299, 0xB785, 0x18DA)),
            ("bXYZ", color(0x24A0, 0x0F84, 0xB6CF)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var (table, contents) = (words(tags.count), [UInt8]())
        let start = 128 + 4 + 12 * tags.count
        for tag in tags {
            table += Array(tag.name.utf8) + words(start + contents.count, tag.content.count)
            contents += tag.content
            while contents.count % 4 != 0 { contents.append(0) }
        }
        return header(size: start + contents.count) + table + contents
    }()

    /// What a sample of `TestPattern` is in sRGB.
    static func converted(_ sample: Int) -> Int { [40: 110, 120: 182, 180: 219, 190: 224, 200: 229][sample] ?? sample }

    /// The JPEG with the profile in front (ICC.1:2001-04, B.4).
    static func inserted(into jpeg: [UInt8]) -> [UInt8] {
        let piece = JPEGLayout.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + bytes)
        return [0xFF, 0xD8] + piece + jpeg.dropFirst(2)
    }

    /// Of a screen, between RGB and XYZ; 6.1.
    private static func header(size: Int) -> [UInt8] {
        let kinds = words(size, 0, 0x0240_0000) + Array("mntrRGB XYZ ".utf8)
        // The first of January 2020.
        let date: [UInt8] = [0x07, 0xE4, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
        let rest = Array("acsp".utf8) + words(0, 0, 0, 0, 0, 0, 0, 0xF6D6, 0x10000, 0xD32D)
        return kinds + date + rest + [UInt8](repeating: 0, count: 48)
    }

    private static let description: [UInt8] = {
        let text = Array("Light\0".utf8)
        return Array("desc".utf8) + words(0, text.count) + text + words(0, 0) + [UInt8](repeating: 0, count: 70)
    }()

    private static let copyright = Array("text".utf8) + words(0) + Array("none\0".utf8)
    private static let whitePoint = color(0xF6D6, 0x10000, 0xD32D)
    /// The identity.
    private static let curve = Array("curv".utf8) + words(0, 0)

    /// In 65,536ths.
    private static func color(_ x: Int, _ y: Int, _ z: Int) -> [UInt8] { Array("XYZ ".utf8) + words(0, x, y, z) }

    /// Numbers of 32 bits, the high byte first.
    private static func words(_ numbers: Int...) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - $0 * 8)) } }
    }
}
