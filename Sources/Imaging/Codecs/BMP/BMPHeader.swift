internal import PhotoModel

/// The headers of a BMP (Microsoft's BITMAPFILEHEADER and BITMAPCOREHEADER to BITMAPV5HEADER; IBM's of OS/2).
struct BMPHeader {
    /// The lengths of the second header in all versions.
    static let lengths: Set<Int> = [12, 16, 40, 52, 56, 64, 108, 124]
    private static let firstHeader = 14

    enum Compression {
        case none
        /// Runs of indexes of eight or of four bits.
        case runs
        /// Masks say where the bits of each colour are.
        case masks
    }

    let size: PixelSize
    /// Whether the first row in the file is the top one.
    let isTopDown: Bool
    /// Bits of a pixel: 1, 2, 4, 8, 16, 24 or 32.
    let bits: Int
    let compression: Compression
    /// The offset of the pixels in the file.
    let pixelOffset: Int
    /// Red, green and blue of up to 256 colours; empty if a pixel has 16 bits or more.
    let palette: [(red: UInt8, green: UInt8, blue: UInt8)]
    /// The masks of red, green, blue and alpha; 0 if there is none.
    let masks: [UInt32]
    /// The range of the colour profile in the file.
    let profile: Range<Int>?

    var hasAlpha: Bool { masks[3] != 0 }

    /// The bytes of a row, which is padded to words of four bytes.
    var rowBytes: Int { (bits * size.width + 31) / 32 * 4 }

    /// The bytes of a row without the padding, which some writers leave out at the end of the file.
    var usedRowBytes: Int { (bits * size.width + 7) / 8 }

    /// How many rows are missing at the top of a truncated file whose bottom row comes first; 0 if the file has no rows
    /// at all.
    func missingRows(inFileOf byteCount: Int) -> Int {
        let pixels = max(0, byteCount - pixelOffset)
        let rows = pixels / rowBytes + (pixels % rowBytes >= usedRowBytes ? 1 : 0)
        return isTopDown || rows == 0 ? 0 : max(0, size.height - rows)
    }

    /// The memory for the indexes that runs are decoded to; 0 if there are none.
    var workingBytes: Int {
        let (bytes, overflows) = size.width.multipliedReportingOverflow(by: size.height)
        return compression == .runs ? (overflows ? .max : bytes) : 0
    }

    var imageHeader: ImageHeader {
        ImageHeader(
            format: .bmp, storedSize: size, orientation: .upright, hasAlpha: hasAlpha, isProgressive: false,
            colorComponents: palette.isEmpty ? (hasAlpha ? 4 : 3) : 1, bitsPerComponent: min(8, bits),
            hasColorProfile: profile != nil)
    }

    /// - Parameter bytes: the beginning of the file.
    /// - Throws: `corrupt`, `unsupportedFormat`.
    init(_ bytes: ByteView) throws(ImagingError) {
        guard let length = bytes.littleUInt32(at: 14).map(Int.init), let offset = bytes.littleUInt32(at: 10),
            bytes.count >= Self.firstHeader + length
        else { throw .corrupt("the BMP is cut off inside of its header") }
        let fields = Fields(bytes, length: length)
        let height = fields.signed(22)
        // The negative of the smallest 32-bit number does not fit into 32 bits, but it does into 64.
        size =
            length == 12
            ? PixelSize(width: fields.short(18), height: fields.short(20))
            : PixelSize(width: fields.signed(18), height: abs(height))
        isTopDown = length > 12 && height < 0
        bits = fields.short(length == 12 ? 24 : 28)
        pixelOffset = Int(offset)
        guard size.width > 0, size.height > 0, [1, 2, 4, 8, 16, 24, 32].contains(bits) else {
            throw .corrupt("the BMP says that it has \(size) pixels of \(bits) bits")
        }
        let number = length >= 40 ? fields.number(30) : 0
        compression = try Self.compression(number, bits: bits)
        masks = Self.masks(fields, compression, bits: bits, number: number)
        palette = bits > 8 ? [] : Self.palette(fields, bits: bits)
        profile = Self.profile(fields)
        guard bits > 8 || !palette.isEmpty else { throw .corrupt("the BMP has no palette") }
    }

    private static func compression(_ number: UInt32, bits: Int) throws(ImagingError) -> Compression {
        switch (number, bits) {
        case (0, _): return .none
        case (1, 8), (2, 4): return .runs
        case (3, 16), (3, 32), (6, 16), (6, 32): return .masks
        default: throw .unsupportedFormat("a BMP of \(bits) bits with compression \(number)")
        }
    }

    private static func masks(_ fields: Fields, _ compression: Compression, bits: Int, number: UInt32) -> [UInt32] {
        guard compression == .masks else { return bits == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0, 0, 0, 0] }
        let hasAlpha = fields.length >= 56 || number == 6
        return [54, 58, 62].map { fields.any($0) } + [hasAlpha ? fields.any(66) : 0]
    }

    private static func palette(_ fields: Fields, bits: Int) -> [(red: UInt8, green: UInt8, blue: UInt8)] {
        let step = fields.length == 12 ? 3 : 4
        let used = fields.length >= 40 ? Int(fields.number(46)) : 0
        let count = used > 0 ? min(used, 1 << bits) : 1 << bits
        let start = firstHeader + fields.length
        return (0..<count).compactMap { index in
            guard let color = fields.bytes.slice(at: start + index * step, length: 3) else { return nil }
            return (color.byte(at: 2) ?? 0, color.byte(at: 1) ?? 0, color.byte(at: 0) ?? 0)
        }
    }

    /// The profile of version 5, if it is embedded and not the name of a file.
    private static func profile(_ fields: Fields) -> Range<Int>? {
        let (embedded, largest): (UInt32, UInt32) = (0x4D42_4544, 8 << 20)
        guard fields.length >= 124, fields.number(70) == embedded else { return nil }
        let (offset, length) = (fields.number(126), fields.number(130))
        return length > 0 && length <= largest
            ? firstHeader + Int(offset)..<firstHeader + Int(offset) + Int(length) : nil
    }
}

/// The numbers of the headers, by their offsets from the beginning of the file.
private struct Fields {
    let bytes: ByteView
    /// The length of the second header.
    let length: Int

    init(_ bytes: ByteView, length: Int) { (self.bytes, self.length) = (bytes, length) }

    func short(_ offset: Int) -> Int { Int(bytes.bigUInt16(at: offset)?.byteSwapped ?? 0) }

    /// The number at an offset; 0 if it is outside the second header.
    func number(_ offset: Int) -> UInt32 { offset + 4 <= 14 + length ? any(offset) : 0 }

    /// The number at an offset, which may be after the second header.
    func any(_ offset: Int) -> UInt32 { bytes.littleUInt32(at: offset) ?? 0 }

    func signed(_ offset: Int) -> Int { Int(Int32(bitPattern: any(offset))) }
}
