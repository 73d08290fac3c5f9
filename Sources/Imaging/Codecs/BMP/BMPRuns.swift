internal import PhotoModel

/// Decodes the run-length encoding of BMPs of eight and four bits (Microsoft, "Bitmap Compression").
enum BMPRuns {
    /// The index of each pixel, from the bottom row up; 0 for pixels that the file leaves out.
    ///
    /// - Throws: `io`, `cancelled`. If the runs are damaged, the result has what precedes the damage.
    static func decode(
        _ source: ImageSource, _ header: BMPHeader, _ cancellation: Cancellation
    ) throws(ImagingError) -> [UInt8] {
        var decoder = RunDecoder(header, try source.allBytes(cancellation))
        var commands = 0
        while decoder.step() {
            commands += 1
            if commands % 65_536 == 0 { try cancellation.throwIfCancelled() }
        }
        return decoder.indexes
    }
}

private struct RunDecoder {
    private(set) var indexes: [UInt8]
    private let bytes: [UInt8]
    private let size: PixelSize
    private let isNarrow: Bool
    private var position: Int
    private var (x, y) = (0, 0)

    init(_ header: BMPHeader, _ bytes: [UInt8]) {
        self.bytes = bytes
        size = header.size
        isNarrow = header.bits == 4
        position = header.pixelOffset
        indexes = [UInt8](repeating: 0, count: header.workingBytes)
    }

    /// Executes one command: two bytes, and the bytes that belong to it.
    ///
    /// - Returns: whether there is another command.
    mutating func step() -> Bool {
        guard y < size.height, let count = next(), let value = next() else { return false }
        guard count == 0 else {
            for index in 0..<Int(count) { put(isNarrow ? (index % 2 == 0 ? value >> 4 : value & 15) : value) }
            return true
        }
        switch value {
        case 0: (x, y) = (0, y + 1)
        case 1: return false
        case 2:
            guard let right = next(), let up = next() else { return false }
            (x, y) = (x + Int(right), y + Int(up))
        default: return putPixels(Int(value))
        }
        return true
    }

    /// Copies indexes that are not in runs, which are padded to words of two bytes.
    private mutating func putPixels(_ count: Int) -> Bool {
        let length = isNarrow ? (count + 1) / 2 : count
        for index in 0..<count {
            guard position + (isNarrow ? index / 2 : index) < bytes.count else { return false }
            let byte = bytes[position + (isNarrow ? index / 2 : index)]
            put(isNarrow ? (index % 2 == 0 ? byte >> 4 : byte & 15) : byte)
        }
        position += length + length % 2
        return true
    }

    private mutating func put(_ index: UInt8) {
        // What is beyond the end of a row is dropped.
        if x < size.width { indexes[y * size.width + x] = index }
        x += 1
    }

    private mutating func next() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }
}
