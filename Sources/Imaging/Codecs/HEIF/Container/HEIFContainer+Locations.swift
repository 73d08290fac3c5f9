extension HEIFContainer {
    /// The most pieces of data of all items. Items have one each, seldom some.
    private static let extentLimit = 1 << 18

    /// `iloc`, ISO/IEC 14496-12, section 8.11.3.
    mutating func noteLocations(_ content: ByteView) throws(ImagingError) {
        var cursor = ByteCursor(content)
        let version = try cursor.versionAndFlags().version
        guard version <= 2 else { throw .unsupportedFormat("a HEIF file with another kind of places") }
        let widths = LocationWidths(try cursor.integer(2), version: version)
        let count = try cursor.integer(version < 2 ? 2 : 4)
        guard count <= Self.itemLimit else { throw .tooLarge("\(count) items") }
        var extentCount = 0
        for _ in 0..<count {
            let id = try cursor.integer(version < 2 ? 2 : 4)
            let method = version == 0 ? 0 : try cursor.integer(2) & 15
            let reference = try cursor.integer(2)
            let base = try cursor.integer(widths.base)
            let extents = try extents(&cursor, widths, base: base)
            extentCount += extents.count
            guard extentCount <= Self.extentLimit else {
                throw .tooLarge("more than \(Self.extentLimit) pieces of items")
            }
            // Any reference other than zero means another file.
            items[id]?.place = reference != 0 ? .elsewhere : method == 0 ? .file : method == 1 ? .itemData : .elsewhere
            items[id]?.extents = extents
        }
    }

    private func extents(
        _ cursor: inout ByteCursor, _ widths: LocationWidths, base: Int
    ) throws(ImagingError) -> [HEIFItem.Extent] {
        var extents: [HEIFItem.Extent] = []
        for _ in 0..<(try cursor.integer(2)) {
            _ = try cursor.integer(widths.index)
            let (offset, overflows) = base.addingReportingOverflow(try cursor.integer(widths.offset))
            guard !overflows else { throw .corrupt("the data of an item is after the end of any file") }
            extents.append(.init(offset: offset, length: try cursor.integer(widths.length)))
            // Fields without any width could be repeated without end, as they take no bytes.
            guard widths.offset + widths.length + widths.index > 0 else { break }
        }
        return extents
    }
}

/// The numbers of bytes of the fields in an `iloc` box.
private struct LocationWidths {
    let offset, length, base, index: Int

    /// - Parameter bits: four bits for each width.
    init(_ bits: Int, version: Int) {
        offset = min(8, bits >> 12)
        length = min(8, bits >> 8 & 15)
        base = min(8, bits >> 4 & 15)
        index = version == 0 ? 0 : min(8, bits & 15)
    }
}
