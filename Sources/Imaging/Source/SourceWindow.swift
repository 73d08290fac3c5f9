/// A source with the part of it that was read last, so that reading many small structures needs few reads.
struct SourceWindow {
    /// The number of bytes of the first read, which contain the headers of nearly every photo.
    static let headLength = 64 << 10
    /// The least number of bytes of each later read.
    private static let stepLength = 4 << 10

    let source: ImageSource
    private var start = 0
    private var bytes: [UInt8]

    init(_ source: ImageSource) throws(ImagingError) {
        self.source = source
        bytes = try source.read(at: 0, count: Self.headLength)
    }

    /// The bytes at the source's beginning. Valid only until another part is read.
    var head: ByteView { ByteView(bytes) }

    /// Up to `count` bytes at `offset`; fewer only at the end of the source.
    mutating func view(at offset: Int, count: Int) throws(ImagingError) -> ByteView {
        guard offset >= 0, count >= 0, offset < source.byteCount else { return ByteView([]) }
        let length = min(count, source.byteCount - offset)
        if offset < start || offset + length > start + bytes.count {
            bytes = try source.read(at: offset, count: max(length, Self.stepLength))
            start = offset
        }
        let from = offset - start
        return ByteView(bytes[from..<min(from + length, bytes.count)])
    }
}
