/// An item of a HEIF file: an image, or something that is said about one (ISO/IEC 14496-12, section 8.11).
struct HEIFItem {
    /// Where a piece of its data is.
    struct Extent {
        let offset: Int
        /// From `offset` on all bytes are 0.
        let length: Int
    }

    /// What extents are counted from.
    enum DataPlace {
        case file
        /// The `idat` box.
        case itemData
        /// Something that is not supported: the data of another item.
        case elsewhere
    }

    let id: Int
    /// Four characters: `hvc1`, `av01`, `grid`, `Exif`, …
    let type: String
    /// Of items of type `mime`.
    let contentType: String
    let isHidden: Bool
    var place = DataPlace.file
    var extents: [Extent] = []
    /// Indexes into the file's properties, in the order in which they apply.
    var properties: [Int] = []
    /// What this item refers to, by the type of the reference.
    var references: [String: [Int]] = [:]
}
