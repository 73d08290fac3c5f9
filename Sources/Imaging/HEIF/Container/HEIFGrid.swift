internal import Pixels

/// A picture that is put together from tiles of one size (ISO/IEC 23008-12, section 6.6.2.3).
struct HEIFGrid {
    let columns: Int
    let rows: Int
    /// The tiles may cover more, on the right and at the bottom.
    let size: PixelSize

    init(_ bytes: [UInt8]) throws(ImagingError) {
        var cursor = ByteCursor(ByteView(bytes))
        guard try cursor.integer(1) == 0 else { throw .unsupportedFormat("a HEIF file with another kind of tiles") }
        let width = try cursor.integer(1) & 1 == 1 ? 4 : 2
        rows = try cursor.integer(1) + 1
        columns = try cursor.integer(1) + 1
        size = PixelSize(width: try cursor.integer(width), height: try cursor.integer(width))
        guard !size.isEmpty else { throw .corrupt("a picture of tiles without a size") }
    }
}
