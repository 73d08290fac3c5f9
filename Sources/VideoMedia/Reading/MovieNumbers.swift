internal import Imaging

/// A box of an MP4 or MOV file.
struct MovieBox {
    let type: String
    /// The range of the bytes after the header, as far as they are in what the box is in.
    let content: Range<Int>
}

/// Reads boxes and numbers of a file through a small window.
struct MovieNumbers {
    private static let stepLength = 4 << 10

    private let source: VideoBytes
    private var start = 0
    private var bytes: [UInt8] = []

    init(_ source: VideoBytes) { self.source = source }

    /// The box whose header is at `offset`; nil if there is none, or it is damaged.
    mutating func box(at offset: Int, end: Int) throws(ImagingError) -> MovieBox? {
        guard offset + 8 <= end, let short = try number(4, at: offset), let type = try text(at: offset + 4) else {
            return nil
        }
        let isLong = short == 1
        guard let size = try isLong ? number(8, at: offset + 8) : short else { return nil }
        let header = isLong ? 16 : 8
        let length = short == 0 ? end - offset : min(size, end - offset)
        return length >= header ? MovieBox(type: type, content: offset + header..<offset + length) : nil
    }

    /// An unsigned number of 1…8 bytes; nil beyond the end of the file, and if it is larger than any file needs.
    mutating func number(_ byteCount: Int, at offset: Int) throws(ImagingError) -> Int? {
        guard let found = try part(byteCount, at: offset) else { return nil }
        return Int(exactly: found.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }

    /// Four characters; nil beyond the end of the file.
    mutating func text(at offset: Int) throws(ImagingError) -> String? {
        try part(4, at: offset).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes in a range, which are not kept.
    func read(_ part: Range<Int>) throws(ImagingError) -> [UInt8] { try source.read(part.lowerBound, part.count) }

    private mutating func part(_ byteCount: Int, at offset: Int) throws(ImagingError) -> ArraySlice<UInt8>? {
        guard offset >= 0, offset <= source.byteCount - byteCount else { return nil }
        if offset < start || offset + byteCount > start + bytes.count {
            bytes = try source.read(offset, Self.stepLength)
            start = offset
            guard bytes.count >= byteCount else { return nil }
        }
        return bytes[offset - start..<offset - start + byteCount]
    }
}
