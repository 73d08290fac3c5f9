import PhotoModel

/// Writes PNG files of any kind, uncompressed, from samples: independently of libpng.
struct PNGFixture {
    var width = 1
    var height = 1
    var bitDepth = 8
    /// 0 gray, 2 colour, 3 palette, 4 gray with alpha, 6 colour with alpha.
    var colorType = 2
    var isInterlaced = false
    /// Chunks between the header and the pixels.
    var chunks: [(type: String, data: [UInt8])] = []
    /// The samples of one pixel, 0 ..< 2^bitDepth each.
    var samples: (_ x: Int, _ y: Int) -> [Int] = { _, _ in [0, 0, 0] }

    var bytes: [UInt8] {
        let header =
            Self.big(width) + Self.big(height) + [UInt8(bitDepth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
            + chunks.flatMap { Self.chunk($0.type, $0.data) } + Self.chunk("IDAT", Self.stored(rows))
            + Self.chunk("IEND", [])
    }

    /// Each row with its filter type, which is none; those of seven passes when it is interlaced (Adam7).
    private var rows: [UInt8] {
        let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        return (isInterlaced ? passes : [(0, 0, 1, 1)]).flatMap { left, top, stepX, stepY -> [UInt8] in
            guard left < width else { return [] }
            return stride(from: top, to: height, by: stepY).flatMap { y in
                [0] + packed(stride(from: left, to: width, by: stepX).flatMap { samples($0, y) })
            }
        }
    }

    private func packed(_ samples: [Int]) -> [UInt8] {
        if bitDepth == 16 { return samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
        let perByte = 8 / bitDepth
        return stride(from: 0, to: samples.count, by: perByte).map { start in
            var byte = 0
            for index in 0..<perByte {
                byte = byte << bitDepth | (start + index < samples.count ? samples[start + index] : 0)
            }
            return UInt8(byte)
        }
    }

    static func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }

    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return big(data.count) + body + big(Int(CRC32.checksum(of: body)))
    }

    /// A zlib stream of blocks that are not compressed (RFC 1950 and 1951).
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        let blockLength = 65_535
        for start in stride(from: 0, to: max(1, bytes.count), by: blockLength) {
            let block = bytes[start..<min(start + blockLength, bytes.count)]
            let isLast = start + blockLength >= bytes.count
            let length = UInt16(block.count)
            stream += [isLast ? 1 : 0, UInt8(length & 255), UInt8(length >> 8)]
            stream += [UInt8(~length & 255), UInt8(~length >> 8)] + block
        }
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + big(high << 16 | low)
    }
}
