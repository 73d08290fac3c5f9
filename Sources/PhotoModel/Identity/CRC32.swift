/// CRC-32 of ISO 3309, the checksum of what PNG (W3C PNG, annex D) and ZIP files contain.
package enum CRC32 {
    /// - Parameter bytes: all that it is of.
    package static func checksum(of bytes: [UInt8]) -> UInt32 {
        // Without iterators, which take far longer than the sum in builds without optimisation.
        table.withUnsafeBufferPointer { table in
            bytes.withUnsafeBufferPointer { bytes in
                var (sum, place) = (UInt32.max, 0)
                while place < bytes.count {
                    sum = sum >> 8 ^ table[Int((sum ^ UInt32(bytes[place])) & 0xFF)]
                    place += 1
                }
                return ~sum
            }
        }
    }

    /// What each byte does to an empty sum.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
}
