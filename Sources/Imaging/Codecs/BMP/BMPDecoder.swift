internal import PhotoModel

/// Decodes the rows of a BMP.
struct BMPDecoder: RowDecoding {
    /// About how many bytes are read at once.
    private static let bandBytes = 1 << 18

    let samples: StoredSamples
    private let source: ImageSource
    private let header: BMPHeader
    private let channels: [Channel]
    /// The indexes of all pixels, from the bottom row up, if the file has runs; otherwise empty.
    private let indexes: [UInt8]
    /// Whether the header has a mask for alpha, which then is 0 everywhere.
    private let ignoresAlpha: Bool
    let missingRows: Int

    init(_ source: ImageSource, _ header: BMPHeader, _ cancellation: Cancellation) throws(ImagingError) {
        self.source = source
        self.header = header
        let profile = try header.profile.map { (range) throws(ImagingError) in
            try source.read(at: range.lowerBound, count: range.count)
        }
        samples = StoredSamples(.rgb, hasAlpha: header.hasAlpha, profile: profile)
        channels = header.masks.map(Channel.init)
        indexes = header.compression == .runs ? try BMPRuns.decode(source, header, cancellation) : []
        ignoresAlpha = header.hasAlpha ? try !Self.hasAlphaBits(source, header, cancellation) : false
        missingRows = header.compression == .runs ? 0 : header.missingRows(inFileOf: source.byteCount)
    }

    /// Whether any pixel has a bit of alpha. Programs that do not know of alpha leave it out, whatever the header says, and
    /// browsers show their images all the same.
    private static func hasAlphaBits(
        _ source: ImageSource, _ header: BMPHeader, _ cancellation: Cancellation
    ) throws(ImagingError) -> Bool {
        // Two pixels of 16 bits at once: rows consist of whole words, of which the file may lack the end of the last one.
        let mask = header.bits == 16 ? header.masks[3] << 16 | header.masks[3] & 0xFFFF : header.masks[3]
        let masks = (0..<4).map { UInt8(truncatingIfNeeded: mask >> UInt32($0 * 8)) }
        let (length, overflows) = header.rowBytes.multipliedReportingOverflow(by: header.size.height)
        let rest = max(0, source.byteCount - header.pixelOffset)
        let count = overflows ? rest : min(length, rest)
        for start in stride(from: 0, to: count, by: bandBytes) {
            try cancellation.throwIfCancelled()
            let bytes = try source.read(at: header.pixelOffset + start, count: min(bandBytes, count - start))
            if bytes.indices.contains(where: { bytes[$0] & masks[$0 % 4] != 0 }) { return true }
        }
        return false
    }

    var bandHeight: Int { max(1, Self.bandBytes / header.rowBytes) }

    var workingBytes: Int { header.workingBytes + bandHeight * header.rowBytes }

    func read(
        _ part: PixelRect, into target: UnsafeMutablePointer<UInt8>, stride: Int, completeRows: inout Int,
        _ cancellation: Cancellation
    ) throws(ImagingError) {
        let bytes = indexes.isEmpty ? try read(rows: part.y..<part.y + part.height) : indexes
        for row in 0..<part.height {
            guard part.y + row >= missingRows else {
                (target + row * stride).update(repeating: header.hasAlpha ? 0 : 128, count: part.width * samples.count)
                completeRows = row + 1
                continue
            }
            let start = startOfRow(part.y + row, in: part)
            guard start >= 0, start + rowLength <= bytes.count else {
                throw .corrupt("the BMP ends before its row \(part.y + row)")
            }
            bytes.withUnsafeBufferPointer { bytes in
                write(
                    UnsafeBufferPointer(rebasing: bytes[start..<start + rowLength]), part.x..<part.x + part.width,
                    to: target + row * stride)
            }
            completeRows = row + 1
        }
    }

    /// The length of a row in memory: one index for each pixel, or the row as in the file without its padding.
    private var rowLength: Int { indexes.isEmpty ? header.usedRowBytes : header.size.width }

    /// The offset of a row in the bytes that were read for a part; negative if not all of them were there.
    private func startOfRow(_ y: Int, in part: PixelRect) -> Int {
        let last = header.size.height - 1
        if !indexes.isEmpty { return (last - y) * header.size.width }
        return (header.isTopDown ? y - part.y : part.y + part.height - 1 - y) * header.rowBytes
    }

    /// Reads rows in the order of the file, which in most files is from the bottom up.
    private func read(rows: Range<Int>) throws(ImagingError) -> [UInt8] {
        let first = header.isTopDown ? rows.lowerBound : header.size.height - rows.upperBound
        let (offset, overflows) = first.multipliedReportingOverflow(by: header.rowBytes)
        guard !overflows else { throw .corrupt("the BMP ends before its row \(rows.lowerBound)") }
        return try source.read(at: header.pixelOffset + offset, count: rows.count * header.rowBytes)
    }

    private func write(
        _ row: UnsafeBufferPointer<UInt8>, _ columns: Range<Int>, to target: UnsafeMutablePointer<UInt8>
    ) {
        switch header.bits {
        case 24: writeBytes(row, columns, to: target)
        case 32 where header.compression == .none: writeBytes(row, columns, to: target)
        case 16, 32: writeMasked(row, columns, to: target)
        default: writeIndexed(row, columns, to: target)
        }
    }

    /// Writes pixels that are stored as blue, green, red and an unused byte.
    private func writeBytes(
        _ row: UnsafeBufferPointer<UInt8>, _ columns: Range<Int>, to target: UnsafeMutablePointer<UInt8>
    ) {
        let step = header.bits / 8
        for (index, x) in columns.enumerated() {
            target[index * 3] = row[x * step + 2]
            target[index * 3 + 1] = row[x * step + 1]
            target[index * 3 + 2] = row[x * step]
        }
    }

    private func writeMasked(
        _ row: UnsafeBufferPointer<UInt8>, _ columns: Range<Int>, to target: UnsafeMutablePointer<UInt8>
    ) {
        let (step, count) = (header.bits / 8, samples.count)
        for (index, x) in columns.enumerated() {
            var value: UInt32 = 0
            for byte in 0..<step { value |= UInt32(row[x * step + byte]) << UInt32(8 * byte) }
            for channel in 0..<count { target[index * count + channel] = channels[channel].sample(value) }
            if ignoresAlpha { target[index * count + 3] = 255 }
        }
    }

    private func writeIndexed(
        _ row: UnsafeBufferPointer<UInt8>, _ columns: Range<Int>, to target: UnsafeMutablePointer<UInt8>
    ) {
        let bits = indexes.isEmpty ? header.bits : 8
        let mask = UInt8(truncatingIfNeeded: (1 << bits) - 1)
        for (index, x) in columns.enumerated() {
            let position = x * bits
            let value = Int(row[position / 8] >> UInt8(8 - bits - position % 8) & mask)
            // An index outside the palette is black.
            let color = value < header.palette.count ? header.palette[value] : (0, 0, 0)
            (target[index * 3], target[index * 3 + 1], target[index * 3 + 2]) = color
        }
    }
}

/// The bits of one colour inside a pixel.
private struct Channel {
    let mask: UInt32
    private let shift: UInt32
    private let most: UInt32

    init(_ mask: UInt32) {
        self.mask = mask
        shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
        most = mask == 0 ? 0 : mask >> UInt32(mask.trailingZeroBitCount)
    }

    /// The value in 0…255; 0 if the colour has no bits.
    func sample(_ pixel: UInt32) -> UInt8 {
        guard most > 0 else { return 0 }
        let value = UInt64((pixel & mask) >> shift)
        return UInt8(truncatingIfNeeded: (value * 255 + UInt64(most) / 2) / UInt64(most))
    }
}
