import PhotoModel

/// Builds chunks of a PNG. libpng wants their checksums to be right.
enum PNGChunk {
    /// Where the first chunk after the header is.
    static let headerEnd = 33

    static func bytes(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + data
        return big(UInt32(data.count)) + content + big(CRC32.checksum(of: content))
    }

    static func big(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
