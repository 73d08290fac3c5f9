import Imaging
import PhotoModel
import Platform

/// Photos that tests make: four flat quarters of known colours, no two alike in any orientation.
public enum SamplePhoto {
    /// Top left, top right, bottom left, bottom right; red, green, blue.
    public static let colors: [[Int]] = [[200, 40, 40], [40, 180, 40], [40, 40, 200], [190, 190, 120]]

    /// - Parameters:
    ///   - width: of the pixels as they are stored, before the orientation turns them.
    ///   - orientation: what EXIF says, 1…8; nil writes no EXIF.
    public static func jpeg(
        _ width: Int = 64, _ height: Int = 48, orientation: UInt16? = nil, quality: Int = 90
    ) throws -> [UInt8] {
        let bytes = try drawn.withLock { drawn in
            let key = [width, height, quality]
            if let known = drawn[key] { return known }
            let bytes = try JPEGEncoder(quality: quality).encode(try pixels(width, height, .rgb8))
            drawn[key] = bytes
            return bytes
        }
        return orientation.map { EXIF.inserting(orientation: $0, into: bytes) } ?? bytes
    }

    /// Tests ask for the same again and again. By width, height and quality.
    private static let drawn = Mutex<[[Int]: [UInt8]]>([:])

    /// - Parameter alpha: of the right half; nil makes an image without transparency.
    public static func png(_ width: Int = 64, _ height: Int = 48, alpha: UInt8? = nil) throws -> [UInt8] {
        try PNGEncoder().encode(try pixels(width, height, alpha == nil ? .rgb8 : .rgba8, alpha: alpha ?? 255))
    }

    /// - Parameter isProgressive: scan by scan, from coarse to fine.
    public static func jpeg(_ width: Int, _ height: Int, isProgressive: Bool) throws -> [UInt8] {
        try JPEGEncoder(quality: 90, isProgressive: isProgressive).encode(try pixels(width, height, .rgb8))
    }

    /// A JPEG of one level of grey.
    public static func plain(_ width: Int, _ height: Int, level: Int) throws -> [UInt8] {
        let buffer = try PixelBuffer(size: PixelSize(width: width, height: height), format: .rgb8)
        defer { withExtendedLifetime(buffer) {} }
        let plane = buffer.planes[0]
        plane.base.update(repeating: UInt8(level), count: plane.stride * height)
        return try JPEGEncoder(quality: 90).encode(buffer)
    }

    /// A PNG of noise, which no compression makes small.
    public static func grainyPNG(_ width: Int, _ height: Int, hasAlpha: Bool) throws -> [UInt8] {
        let buffer = try pixels(width, height, hasAlpha ? .rgba8 : .rgb8)
        defer { withExtendedLifetime(buffer) {} }
        let plane = buffer.planes[0]
        var noise: UInt32 = 1  // Marsaglia's xorshift.
        for place in 0..<plane.stride * height {
            noise ^= noise << 13
            noise ^= noise >> 17
            noise ^= noise << 5
            plane.base[place] = UInt8(truncatingIfNeeded: noise)
        }
        return try PNGEncoder().encode(buffer)
    }

    /// A file that ends in the middle of its image, as after an interrupted copy.
    public static func cutOff(_ file: [UInt8]) -> [UInt8] { Array(file.prefix(file.count * 6 / 10)) }

    /// A GIF of four colours whose codes are not compressed: each is followed by one that empties the table.
    public static func gif(_ side: Int) -> [UInt8] {
        let size = [UInt8(side), 0, UInt8(side), 0]
        let mark: [UInt8] = Array("GIF89a".utf8)
        let table: [UInt8] = colors.joined().map { UInt8($0) }
        var codes: [Int] = []
        for place in 0..<side * side {
            let row = place / side < side / 2 ? 0 : 2
            // Codes of three bits, least significant first: 4 empties the table, 5 ends.
            codes += [4, row + (place % side < side / 2 ? 0 : 1)]
        }
        let bits: [Int] = (codes + [5]).flatMap { code in [code & 1, code >> 1 & 1, code >> 2 & 1] }
        let data: [UInt8] = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].reversed().reduce(UInt8(0)) { $0 << 1 | UInt8($1) }
        }
        var blocks: [UInt8] = []
        for start in stride(from: 0, to: data.count, by: 255) {
            let block = data[start..<min(start + 255, data.count)]
            blocks.append(UInt8(block.count))
            blocks += block
        }
        let image: [UInt8] = [0x2C, 0, 0, 0, 0]
        return [mark, size, [0b1000_0001, 0, 0], table, image, size, [0, 2], blocks, [0, 0x3B]].flatMap { $0 }
    }

    /// A JPEG whose samples mean other colours than those of sRGB would, as its profile says.
    public static func displayP3() throws -> [UInt8] {
        try JPEGEncoder(quality: 90).encode(try pixels(64, 48, .rgb8, .displayP3))
    }

    private static func pixels(
        _ width: Int, _ height: Int, _ format: PixelFormat, _ colorSpace: ColorSpace = .sRGB, alpha: UInt8 = 255
    ) throws -> PixelBuffer {
        let buffer = try PixelBuffer(
            size: PixelSize(width: width, height: height), format: format, colorSpace: colorSpace)
        defer { withExtendedLifetime(buffer) {} }
        let plane = buffer.planes[0]
        for y in 0..<height {
            let row = plane.base + y * plane.stride
            let isFirstOfHalf = y == 0 || y == height / 2
            if isFirstOfHalf {
                fill(
                    row, width, format, left: colors[y < height / 2 ? 0 : 2], right: colors[y < height / 2 ? 1 : 3],
                    alpha)
            } else {
                row.update(from: row - plane.stride, count: width * format.bytesPerPixel)
            }
        }
        return buffer
    }

    private static func fill(
        _ row: UnsafeMutablePointer<UInt8>, _ width: Int, _ format: PixelFormat, left: [Int], right: [Int],
        _ alpha: UInt8
    ) {
        for x in 0..<width {
            let start = row + x * format.bytesPerPixel
            for (index, sample) in (x < width / 2 ? left : right).enumerated() { start[index] = UInt8(sample) }
            if format == .rgba8 { start[3] = x < width / 2 ? 255 : alpha }
        }
    }
}

/// The smallest EXIF block that turns an image.
private enum EXIF {
    static func inserting(orientation: UInt16, into jpeg: [UInt8]) -> [UInt8] {
        // A little-endian TIFF directory of one entry: tag 0x0112, one SHORT.
        let directory: [UInt8] = [1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0, 0]
        let payload = Array("Exif\0\0II".utf8) + [42, 0, 8, 0, 0, 0] + directory
        return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload + jpeg.dropFirst(2)
    }
}
