/// The boxes at the first level of a file that may hold metadata, one after the other.
struct MetadataBoxes {
    /// Files have about ten.
    private static let boxLimit = 256
    /// Metadata is small; what claims to be larger is not read.
    private static let byteLimit = 8 << 20

    private var reader: ISOFileReader

    init(_ window: SourceWindow) { reader = ISOFileReader(window) }

    /// Calls `body` with each box that is whole and not too large, up to the first damage.
    mutating func forEach(
        _ body: (ISOFileReader.Box, inout ISOFileReader) throws(ImagingError) -> Void
    ) throws(ImagingError) {
        var offset = 0
        for _ in 0..<Self.boxLimit where offset < reader.byteCount {
            guard let box = try? reader.box(at: offset, end: reader.byteCount), box.isComplete else { return }
            if box.content.count <= Self.byteLimit { try body(box, &reader) }
            offset = box.content.upperBound
        }
    }
}
