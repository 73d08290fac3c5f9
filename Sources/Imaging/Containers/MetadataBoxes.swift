/// The top-level boxes of a file that may contain metadata, one after the other.
struct MetadataBoxes {
    /// The identifier of Adobe's box of XMP, which is of the type `uuid`.
    static let xmp: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]

    /// Files have about ten.
    private static let boxLimit = 256
    /// The largest box that is read; metadata is small.
    private static let byteLimit = 8 << 20

    private var reader: ISOFileReader

    init(_ window: SourceWindow) { reader = ISOFileReader(window) }

    /// Calls `body` with each box that is complete and not too large, until the first damage.
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
