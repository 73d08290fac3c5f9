/// Reads numbers of any width from bits, the highest of each byte first. After the end all bits are 0.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    var isAtEnd: Bool { position >= bytes.count * 8 }

    mutating func skip(_ count: Int) { position += count }

    mutating func bit() -> Bool { bits(1) == 1 }

    /// - Parameter count: 0…32.
    mutating func bits(_ count: Int) -> Int {
        var value = 0
        for _ in 0..<count {
            let byte = position >> 3
            let bit = byte < bytes.count ? Int(bytes[byte] >> (7 - UInt8(position & 7))) & 1 : 0
            value = value << 1 | bit
            position += 1
        }
        return value
    }

    /// Exp-Golomb code of order 0 (H.265, section 9.2; the same as AV1's uvlc); nil for more than 32 bits.
    mutating func exponentialGolomb() -> Int? {
        var zeros = 0
        while !bit() {
            zeros += 1
            guard zeros < 32, !isAtEnd else { return nil }
        }
        return (1 << zeros) - 1 + bits(zeros)
    }
}
