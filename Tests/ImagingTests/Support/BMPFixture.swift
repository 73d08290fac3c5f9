/// A BMP in its parts.
struct BMPFixture {
    var width: Int32
    var height: Int32
    var bits: UInt8
    var compression: UInt8 = 0
    /// The length of the header that follows the first one.
    var headerLength: UInt8 = 40
    /// The number of colours that the palette is said to have; 0 for all.
    var usedColors: UInt8 = 0
    /// The rest of a header of more than 40 bytes, masks and the palette.
    var afterHeader: [UInt8] = []
    var pixels: [UInt8] = []

    var bytes: [UInt8] {
        var bytes: [UInt8] = Array("BM".utf8) + [UInt8](repeating: 0, count: 8)
        for number in [54 + Int32(afterHeader.count), Int32(headerLength), width, height] {
            bytes += Self.little(number)
        }
        bytes += [1, 0, bits, 0, compression, 0, 0, 0] + [UInt8](repeating: 0, count: 12)
        return bytes + [usedColors, 0, 0, 0, 0, 0, 0, 0] + afterHeader + pixels
    }

    /// A palette in which each colour is another.
    static func palette(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { Array(color($0).reversed()) + [0] }
    }

    /// The colour of an index of that palette.
    static func color(_ index: Int) -> [UInt8] {
        [2, 1, 0].map { UInt8(truncatingIfNeeded: index * 3 + $0) }
    }

    static func little(_ number: Int32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
