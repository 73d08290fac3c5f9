extension HEIFContainer {
    /// The bytes of an item.
    ///
    /// - Throws: `corrupt` if not all of them are there, `unsupportedFormat` if they are in another file or item,
    ///   `tooLarge` if there are more than `limit`, `io`.
    func data(of item: HEIFItem, _ source: ImageSource, limit: Int = .max) throws(ImagingError) -> [UInt8] {
        guard item.place != .elsewhere else {
            throw .unsupportedFormat("an image whose data is in another item or file")
        }
        let available = item.place == .file ? source.byteCount : itemData.count
        var ranges: [(offset: Int, length: Int)] = []
        var total = 0
        for extent in item.extents {
            guard extent.offset < available else { throw Self.missing(item) }
            let length = extent.length == 0 ? available - extent.offset : extent.length
            // Extents that overlap could make a lot of data out of few bytes.
            guard length <= available - extent.offset, length <= available - total else { throw Self.missing(item) }
            ranges.append((extent.offset, length))
            total += length
        }
        guard total > 0 else { throw Self.missing(item) }
        guard total <= limit else { throw .tooLarge("\(total) bytes of one image, where \(limit) are allowed") }
        return try bytes(ranges, item, source)
    }

    private func bytes(
        _ ranges: [(offset: Int, length: Int)], _ item: HEIFItem, _ source: ImageSource
    ) throws(ImagingError) -> [UInt8] {
        var all: [UInt8] = []
        for range in ranges {
            if item.place == .itemData {
                all += itemData.slice(at: range.offset, length: range.length)?.bytes ?? []
            } else {
                all += try source.read(at: range.offset, count: range.length)
            }
        }
        guard all.count == ranges.reduce(0, { $0 + $1.length }) else { throw Self.missing(item) }
        return all
    }

    private static func missing(_ item: HEIFItem) -> ImagingError {
        .corrupt("the data of the item \(item.id) is not all there")
    }
}
