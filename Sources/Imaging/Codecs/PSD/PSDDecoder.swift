internal import CImaging
internal import PhotoModel

/// Decodes the rows of a PSD's merged image, which has one channel after the other, uncompressed or packed row by row.
final class PSDDecoder: RowDecoding {
    /// About how many bytes are read at once.
    private static let bandBytes = 1 << 18

    let samples: StoredSamples
    let bandHeight: Int
    let workingBytes: Int
    private let source: ImageSource
    private let structure: PSDStructure
    /// The bytes of an uncompressed row.
    private let rowBytes: Int
    private let isPacked: Bool
    /// The offsets of the rows of the channels that are shown, one channel after the other, and the end of the last
    /// one. Empty if the rows are not packed.
    private let offsets: [Int]
    /// Where the first channel begins.
    private let start: Int

    init(_ source: ImageSource, _ structure: PSDStructure, _ limits: ImageLimits) throws(ImagingError) {
        guard structure.hasMergedImage else {
            throw .unsupportedFormat("a PSD that was saved without its merged image (“Maximize Compatibility”)")
        }
        self.source = source
        self.structure = structure
        samples = structure.samples
        rowBytes = (structure.size.width * structure.bits + 7) / 8
        bandHeight = max(1, min(structure.size.height, Self.bandBytes / rowBytes))
        let shown = structure.shownChannels
        let numbers = (shown + 1) * structure.size.height
        workingBytes = 3 * bandHeight * rowBytes + numbers * MemoryLayout<Int>.size
        try limits.check(memoryBytes: workingBytes)
        var cursor = ByteCursor(ByteView(try source.read(at: structure.imageOffset, count: 2)))
        let compression = try cursor.integer(2)
        switch compression {
        case 0: (isPacked, offsets, start) = (false, [], structure.imageOffset + 2)
        case 1:
            isPacked = true
            (offsets, start) = (try Self.offsets(source, structure, shown: shown, rowBytes: rowBytes), 0)
        default: throw .unsupportedFormat("a PSD whose merged image has compression \(compression)")
        }
    }

    /// The lengths of all rows of all channels come before the first. Packing lengthens a row by a 128th at most; rows that are said
    /// to be much longer would be read into memory that was not counted, all of the file again for each band.
    private static func offsets(
        _ source: ImageSource, _ structure: PSDStructure, shown: Int, rowBytes: Int
    ) throws(ImagingError) -> [Int] {
        let width = structure.isLarge ? 4 : 2
        let rows = shown * structure.size.height
        let table = structure.imageOffset + 2
        let lengths = ByteView(try source.read(at: table, count: rows * width))
        guard lengths.count == rows * width else { throw .corrupt("the PSD ends before its merged image") }
        var offsets: [Int] = []
        offsets.reserveCapacity(rows + 1)
        offsets.append(table + structure.channelCount * structure.size.height * width)
        for row in 0..<rows {
            let length =
                width == 4 ? lengths.bigUInt32(at: row * 4).map(Int.init) : lengths.bigUInt16(at: row * 2).map(Int.init)
            guard let length, length <= 2 * rowBytes + 64 else {
                throw .corrupt("a row of the PSD is said to take \(length ?? 0) bytes, where \(rowBytes) are packed")
            }
            offsets.append(offsets[row] + length)
        }
        return offsets
    }

    func read(
        _ part: PixelRect, into target: UnsafeMutablePointer<UInt8>, stride: Int, completeRows: inout Int,
        _ cancellation: Cancellation
    ) throws(ImagingError) {
        var complete = part.height
        // Linear samples are laid over white while they are linear, before they are encoded.
        let shares =
            structure.hasAlpha && structure.bits == 32
            ? try read(structure.colorChannels, part.y..<part.y + part.height) : []
        for channel in 0..<structure.shownChannels {
            try cancellation.throwIfCancelled()
            let isAlphaRead = channel == structure.colorChannels && !shares.isEmpty
            let rows = isAlphaRead ? shares : try read(channel, part.y..<part.y + part.height)
            write(rows, shares: shares, channel, part.x..<part.x + part.width, to: target, stride: stride)
            complete = min(complete, rows.count / rowBytes)
        }
        if structure.hasAlpha, shares.isEmpty { removeWhite(target, stride: stride, width: part.width, rows: complete) }
        completeRows = complete
        guard complete == part.height else { throw .corrupt("the PSD ends before its row \(part.y + complete)") }
    }

    /// Writes rows of a channel to the pixels.
    ///
    /// - Parameter shares: the alpha of the same rows; empty if it is not needed.
    private func write(
        _ rows: [UInt8], shares: [UInt8], _ channel: Int, _ columns: Range<Int>, to target: UnsafeMutablePointer<UInt8>,
        stride: Int
    ) {
        rows.withUnsafeBufferPointer { bytes in
            shares.withUnsafeBufferPointer { shares in
                for row in 0..<bytes.count / rowBytes {
                    let range = row * rowBytes..<(row + 1) * rowBytes
                    let pixels = Pixels(
                        samples: UnsafeBufferPointer(rebasing: bytes[range]),
                        shares: range.upperBound <= shares.count ? UnsafeBufferPointer(rebasing: shares[range]) : nil)
                    write(pixels, channel, columns, to: target + row * stride)
                }
            }
        }
    }

    /// Rows of a channel, unpacked: all of them, or those before the end of the file.
    private func read(_ channel: Int, _ rows: Range<Int>) throws(ImagingError) -> [UInt8] {
        let first = channel * structure.size.height + rows.lowerBound
        guard isPacked else { return try source.read(at: start + first * rowBytes, count: rows.count * rowBytes) }
        let (from, to) = (offsets[first], offsets[first + rows.count])
        let packed = try source.read(at: from, count: to - from)
        var unpacked: [UInt8] = []
        unpacked.reserveCapacity(rows.count * rowBytes)
        for row in 0..<rows.count {
            let range = offsets[first + row] - from..<offsets[first + row + 1] - from
            guard range.upperBound <= packed.count else { break }
            PackBits.unpack(packed[range], count: rowBytes, onto: &unpacked)
        }
        return unpacked
    }

    /// A row of a channel as it is in the file.
    private struct Pixels {
        let samples: UnsafeBufferPointer<UInt8>
        /// For linear samples with transparency: the same row of alpha.
        let shares: UnsafeBufferPointer<UInt8>?

        /// A number of 32 bits.
        static func number(_ row: UnsafeBufferPointer<UInt8>, _ x: Int) -> Float {
            var bits: UInt32 = 0
            for byte in 0..<4 { bits = bits << 8 | UInt32(row[x * 4 + byte]) }
            return Float(bitPattern: bits)
        }
    }

    private func write(
        _ row: Pixels, _ channel: Int, _ columns: Range<Int>, to target: UnsafeMutablePointer<UInt8>
    ) {
        let step = samples.count
        let isAlpha = channel == structure.colorChannels
        let place = target + (isAlpha ? samples.colors.rawValue : channel)
        for (index, x) in columns.enumerated() {
            let sample = isAlpha && structure.bits == 32 ? share(row, x) : sample(row, x)
            if structure.mode == .indexed, !isAlpha {
                for color in 0..<3 { place[index * step + color] = structure.palette[color * 256 + Int(sample)] }
            } else {
                place[index * step] = sample
            }
        }
    }

    /// A sample of eight bits. In bitmaps, 1 is black; 32-bit numbers are linear.
    private func sample(_ pixels: Pixels, _ x: Int) -> UInt8 {
        let row = pixels.samples
        switch structure.bits {
        case 1:
            let bit = row[x / 8] >> UInt8(7 - x % 8) & 1
            return bit == 1 ? 0 : 255
        case 8: return row[x]
        case 16:
            let value = Int(row[x * 2]) << 8 | Int(row[x * 2 + 1])
            return UInt8((value * 255 + 32_767) / 65_535)
        default:
            let light = Pixels.number(row, x)
            let share = pixels.shares.map { Pixels.number($0, x) } ?? 1
            return Self.sample(ofLight: share > 0 && share < 1 ? (light - (1 - share)) / share : light)
        }
    }

    /// Alpha of 32 bits, which is not encoded by the curve.
    private func share(_ pixels: Pixels, _ x: Int) -> UInt8 {
        let share = Pixels.number(pixels.samples, x)
        return share > 0 ? UInt8(min(share, 1) * 255 + 0.5) : 0
    }

    /// Encodes linear light by the curve of sRGB (IEC 61966-2-1).
    private static func sample(ofLight light: Float) -> UInt8 {
        guard light > 0 else { return 0 }
        guard light < 1 else { return 255 }
        let value = light <= 0.003_130_8 ? 12.92 * light : 1.055 * imaging_power(light, 1 / 2.4) - 0.055
        return UInt8(value * 255 + 0.5)
    }

    /// Undoes that Photoshop lays a merged image with transparency over white.
    private func removeWhite(_ target: UnsafeMutablePointer<UInt8>, stride: Int, width: Int, rows: Int) {
        let (step, colors) = (samples.count, samples.colors.rawValue)
        for row in 0..<rows {
            for x in 0..<width {
                let pixel = target + row * stride + x * step
                let alpha = Int(pixel[colors])
                guard alpha > 0, alpha < 255 else { continue }
                for color in 0..<colors {
                    // White has no a* and b*, which are 128.
                    let white = structure.mode == .lab && color > 0 ? 128 : 255
                    pixel[color] = UInt8(clamping: white - (white - Int(pixel[color])) * 255 / alpha)
                }
            }
        }
    }
}

/// Apple's PackBits: runs of one byte, and bytes as they are.
enum PackBits {
    /// Appends exactly `count` bytes; those that the packed ones do not provide are 0.
    static func unpack(_ packed: ArraySlice<UInt8>, count: Int, onto bytes: inout [UInt8]) {
        let end = bytes.count + count
        var position = packed.startIndex
        while position < packed.endIndex, bytes.count < end {
            let length = Int(Int8(bitPattern: packed[position]))
            position += 1
            if length >= 0 {
                let last = min(position + length + 1, packed.endIndex)
                bytes.append(contentsOf: packed[position..<last].prefix(end - bytes.count))
                position = last
            } else if length != -128, position < packed.endIndex {
                bytes.append(contentsOf: repeatElement(packed[position], count: min(1 - length, end - bytes.count)))
                position += 1
            }
        }
        bytes.append(contentsOf: repeatElement(0, count: end - bytes.count))
    }
}
