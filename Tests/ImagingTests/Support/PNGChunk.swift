/// Builds chunks of a PNG. libpng wants their checksums to be right.
enum PNGChunk {
    /// Where the first chunk after the header is.
    static let headerEnd = 33

    static func bytes(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + data
        return big(UInt32(data.count)) + content + big(checksum(content))
    }

    static func big(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// The CRC-32 of PNG.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let polynomial: UInt32 = sum & 1 == 0 ? 0 : 0xEDB8_8320
                sum = sum >> 1 ^ polynomial
            }
        }
        return ~sum
    }
}
