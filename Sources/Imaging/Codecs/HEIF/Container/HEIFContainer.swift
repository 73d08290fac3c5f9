internal import PhotoModel

/// The content of the `meta` box of a HEIF file (ISO/IEC 23008-12): which items there are, where their data is, their
/// properties, and how they belong together. Pixels are not read.
struct HEIFContainer {
    /// The most items. Large tiled images have some thousands.
    static let itemLimit = 65_536
    /// The largest `meta` box that is read, in bytes. A file with twenty thousand tiles has one of 2 MiB.
    static let byteLimit = 16 << 20
    /// How many top-level boxes are skipped on the way to the `meta` box.
    private static let boxLimit = 256

    var primaryID: Int?
    var items: [Int: HEIFItem] = [:]
    /// The ids of the items in the order of the file.
    var order: [Int] = []
    var properties: [ISOBox] = []
    /// The items that grids are made of.
    private(set) var tileIDs: Set<Int> = []
    /// The content of the `idat` box.
    var itemData = ByteView([])

    /// Reads the structure of a file.
    ///
    /// - Throws: `corrupt` if there is no valid `meta` box for images; `tooLarge`, `io`.
    static func read(_ window: SourceWindow) throws(ImagingError) -> HEIFContainer {
        guard let content = try metaBox(window) else { throw .corrupt("the HEIF file has no box of its items") }
        var container = HEIFContainer()
        var cursor = ByteCursor(content)
        _ = try cursor.versionAndFlags()
        var boxes: [String: ISOBox] = [:]
        for box in try ISOBox.all(in: cursor.rest) where boxes[box.type] == nil { boxes[box.type] = box }
        guard let handler = boxes["hdlr"], handler.content.has("pict", at: 8) else {
            throw .corrupt("the items of the HEIF file are no images")
        }
        try container.fill(from: boxes)
        for item in container.items.values where item.type == "grid" {
            container.tileIDs.formUnion(item.references["dimg"] ?? [])
        }
        container.leaveThumbnail()
        container.leaveToneMap()
        return container
    }

    /// The content of the first `meta` box.
    private static func metaBox(_ window: SourceWindow) throws(ImagingError) -> ByteView? {
        var reader = ISOFileReader(window)
        var offset = 0
        for _ in 0..<boxLimit where offset < reader.byteCount {
            let box = try reader.box(at: offset, end: reader.byteCount)
            guard box.isComplete || box.type == "mdat" else {
                throw .corrupt("a box “\(box.type.shown)” reaches beyond the end of the file")
            }
            if box.type == "meta" {
                guard box.content.count <= byteLimit else {
                    throw .tooLarge("\(box.content.count) bytes about the items of a HEIF file")
                }
                return try reader.view(box.content)
            }
            guard box.isComplete else { return nil }
            offset = box.content.upperBound
        }
        return nil
    }

    /// If the main image is a thumbnail, uses the image of which it is a thumbnail.
    private mutating func leaveThumbnail() {
        guard let thumbnail = primaryID.flatMap({ items[$0] }), let masters = thumbnail.references["thmb"],
            let size = try? view(of: thumbnail).size
        else { return }
        let shown = masters.compactMap { items[$0] }.first { master in
            let own = Self.imageTypes.contains(master.type) ? try? view(of: master).size : nil
            return own.map { $0.pixelCount > size.pixelCount } == true
        }
        if let shown { primaryID = shown.id }
    }

    /// If the main image is what a gain map makes of another one for brighter screens, uses that one, which comes first of the two.
    private mutating func leaveToneMap() {
        guard let combined = primaryID.flatMap({ items[$0] }), combined.type == "tmap",
            let base = combined.references["dimg"]?.first, items[base] != nil
        else { return }
        primaryID = base
    }

    /// - Throws: `corrupt` if there is no such item.
    func item(_ id: Int) throws(ImagingError) -> HEIFItem {
        guard let item = items[id] else { throw .corrupt("the HEIF file has no item \(id)") }
        return item
    }

    /// The main image.
    ///
    /// - Throws: `corrupt` if the file does not name it, or it does not exist.
    func primary() throws(ImagingError) -> HEIFItem {
        guard let primaryID else { throw .corrupt("the HEIF file names no main image") }
        return try item(primaryID)
    }

    /// The items that refer to another, by a reference of this type, in the order of the file.
    func items(referringTo id: Int, as type: String) -> [HEIFItem] {
        order.compactMap { items[$0] }.filter { $0.references[type]?.contains(id) == true }
    }
}
