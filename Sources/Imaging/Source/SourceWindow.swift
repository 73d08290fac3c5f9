/// The part of a source that was read last, so that a walk over small structures costs few reads.
struct SourceWindow {
    /// What the first read takes: the headers of nearly every photo are inside.
    static let headLength = 64 << 10
    /// What a read after the head takes.
    private static let stepLength = 4 << 10

    let source: ImageSource
    private var start = 0
    private var bytes: [UInt8]

    init(_ source: ImageSource) throws(ImagingError) {
        self.source = source
        bytes = try source.read(at: 0, count: Self.headLength)
    }

    /// The bytes of the source's beginning that are at hand; valid until another part is read.
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
