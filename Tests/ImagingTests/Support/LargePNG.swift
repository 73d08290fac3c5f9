/// Writes large PNG files of gray rows, compressed by hand: each row is one byte and copies of it. Row y has the value
/// y / 256 modulo 128 in every sample byte, so that rows differ and neighbours do not, and each is compressed once.
struct LargePNG {
    let width: Int
    let height: Int
    let bitDepth: Int
    /// 2 colour, 6 colour with alpha.
    let colorType: Int
    var isInterlaced = false

    static func value(_ y: Int) -> UInt8 { UInt8(y / 256 % 128) }

    var bytes: [UInt8] {
        let header =
            PNGFixture.big(width) + PNGFixture.big(height) + [
                UInt8(bitDepth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0,
            ]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + PNGFixture.chunk("IHDR", header)
            + PNGFixture.chunk("IDAT", pixels) + PNGFixture.chunk("IEND", [])
    }

    /// Rows of all passes with their width and the row of the image that they belong to.
    private var rows: [(pixels: Int, y: Int)] {
        let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        return (isInterlaced ? passes : [(0, 0, 1, 1)]).flatMap { left, top, stepX, stepY in
            stride(from: top, to: height, by: stepY).map { ((width - left + stepX - 1) / stepX, $0) }
        }
    }

    private var pixels: [UInt8] {
        let pixelBytes = (colorType == 6 ? 4 : 3) * bitDepth / 8
        var bytes: [UInt8] = [0x78, 0x01]
        var sum = Adler()
        var block: (key: [Int], bytes: [UInt8]) = ([], [])
        for row in rows {
            let (value, count) = (Self.value(row.y), row.pixels * pixelBytes)
            if block.key != [Int(value), count] {
                block = ([Int(value), count], DeflateBlock.row(of: value, count: count))
            }
            bytes += block.bytes
            sum.append(0, count: 1)  // No filter.
            sum.append(Int(value), count: count)
        }
        return bytes + DeflateBlock.last + PNGFixture.big(sum.high << 16 | sum.low)
    }
}

/// Adler-32 of runs of equal bytes.
private struct Adler {
    var low = 1
    var high = 0

    mutating func append(_ value: Int, count: Int) {
        high = (high + count * low + value * (count * (count + 1) / 2)) % 65_521
        low = (low + count * value) % 65_521
    }
}

/// A block with the fixed codes of RFC 1951, section 3.2.6, and an empty stored one after it, so that it ends with a
/// byte and may be repeated.
private struct DeflateBlock {
    /// Nothing, as the last block.
    static let last: [UInt8] = [0x03, 0x00]

    private var bytes: [UInt8] = []
    private var bits: UInt64 = 0
    private var bitCount: UInt64 = 0

    /// A row of `count` equal bytes, without a filter.
    static func row(of value: UInt8, count: Int) -> [UInt8] {
        var block = DeflateBlock()
        block.put(0b010, 3)  // Not the last block, fixed codes.
        block.literal(0)
        block.run(of: value, count: count)
        block.code(0, 7)
        block.put(0b000, 3)  // Not the last block, stored.
        if block.bitCount > 0 { block.put(0, 8 - block.bitCount) }
        return block.bytes + [0, 0, 0xFF, 0xFF]
    }

    private mutating func run(of value: UInt8, count: Int) {
        var rest = count - 1
        literal(value)
        while rest > 0 {
            let length = rest >= 258 ? 258 : rest >= 10 ? 10 : rest
            if length < 3 {
                literal(value)
                rest -= 1
                continue
            }
            // Lengths 3 to 10 are symbols 257 to 264, of seven bits; 258 is symbol 285, of eight. Then distance one.
            if length == 258 { code(0b1100_0101, 8) } else { code(UInt64(length - 2), 7) }
            code(0, 5)
            rest -= length
        }
    }

    private mutating func literal(_ value: UInt8) {
        if value < 144 { code(0b0011_0000 + UInt64(value), 8) } else { code(0b1_1001_0000 + UInt64(value) - 144, 9) }
    }

    /// Codes begin with their highest bit.
    private mutating func code(_ value: UInt64, _ count: UInt64) {
        var reversed: UInt64 = 0
        for bit in 0..<count { reversed |= (value >> bit & 1) << (count - 1 - bit) }
        put(reversed, count)
    }

    private mutating func put(_ value: UInt64, _ count: UInt64) {
        bits |= value << bitCount
        bitCount += count
        while bitCount >= 8 {
            bytes.append(UInt8(bits & 255))
            bits >>= 8
            bitCount -= 8
        }
    }
}
