/// An item of a HEIF file: an image, or metadata of one (ISO/IEC 14496-12, section 8.11).
struct HEIFItem {
    /// Where a piece of the item's data is.
    struct Extent {
        let offset: Int
        /// 0 means: all bytes from `offset` on.
        let length: Int
    }

    /// What the offsets of extents refer to.
    enum DataPlace {
        case file
        /// The `idat` box.
        case itemData
        /// The data of another item, which is not supported.
        case elsewhere
    }

    let id: Int
    /// Four characters: `hvc1`, `av01`, `grid`, `Exif`, …
    let type: String
    /// Only for items of type `mime`.
    let contentType: String
    let isHidden: Bool
    var place = DataPlace.file
    var extents: [Extent] = []
    /// Indexes into the file's properties, in the order in which they apply.
    var properties: [Int] = []
    /// The ids of the items to which this one refers, by the type of the reference.
    var references: [String: [Int]] = [:]
}
