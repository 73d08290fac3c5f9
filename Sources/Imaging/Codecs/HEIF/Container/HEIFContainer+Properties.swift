internal import PhotoModel

extension HEIFContainer {
    /// The most properties that an item's entry can have; images have about ten.
    private static let propertyLimit = 255

    /// Reads `iprp` (ISO/IEC 23008-12, section 9.3): the properties, and then which item has which of them.
    mutating func noteProperties(_ content: ByteView) throws(ImagingError) {
        let boxes = try ISOBox.all(in: content)
        guard let list = boxes.first(where: { $0.type == "ipco" }) else {
            throw .corrupt("the HEIF file has no properties")
        }
        properties = try ISOBox.all(in: list.content)
        for box in boxes where box.type == "ipma" { try noteAssociations(ByteCursor(box.content)) }
    }

    private mutating func noteAssociations(_ cursor: ByteCursor) throws(ImagingError) {
        var cursor = cursor
        let (version, flags) = try cursor.versionAndFlags()
        let width = flags & 1 == 1 ? 2 : 1
        for _ in 0..<(try cursor.integer(4)) {
            let id = try cursor.integer(version < 1 ? 2 : 4)
            for _ in 0..<(try cursor.integer(1)) {
                let number = try cursor.integer(width) & (width == 2 ? 0x7FFF : 0x7F)
                guard number <= properties.count else {
                    throw .corrupt("the item \(id) has a property that is not there")
                }
                guard number > 0, let count = items[id]?.properties.count else { continue }
                guard count < Self.propertyLimit else {
                    throw .corrupt("the item \(id) has more than \(Self.propertyLimit) properties")
                }
                items[id]?.properties.append(number - 1)
            }
        }
    }

    /// The item's properties in the order in which they apply.
    func properties(of item: HEIFItem) -> [ISOBox] { item.properties.map { properties[$0] } }

    func property(_ type: String, of item: HEIFItem) -> ISOBox? {
        item.properties.lazy.map { properties[$0] }.first { $0.type == type }
    }

    /// Width and height before cropping and turning (`ispe`); nil if the item has none, or an empty one.
    func codedSize(of item: HEIFItem) throws(ImagingError) -> PixelSize? {
        guard let box = property("ispe", of: item) else { return nil }
        var cursor = ByteCursor(box.content)
        _ = try cursor.versionAndFlags()
        let size = PixelSize(width: try cursor.integer(4), height: try cursor.integer(4))
        return size.isEmpty ? nil : size
    }

    /// The kind of an auxiliary image (`auxC`), a uniform resource name; nil for other items.
    func auxiliaryType(of item: HEIFItem) -> String? {
        guard let box = property("auxC", of: item) else { return nil }
        var cursor = ByteCursor(box.content)
        guard (try? cursor.versionAndFlags()) != nil else { return nil }
        return cursor.text()
    }

    /// Bits of the components (`pixi`), or of luma from the codec's configuration; nil if neither is there.
    func depths(of item: HEIFItem) -> [Int]? {
        if let box = property("pixi", of: item), let count = box.content.byte(at: 4), count > 0 {
            let depths = (0..<Int(count)).compactMap { box.content.byte(at: 5 + $0).map(Int.init) }
            if depths.count == Int(count), depths.allSatisfy((1...16).contains) { return depths }
        }
        if let hevc = property("hvcC", of: item)?.content, let chroma = hevc.byte(at: 16), let luma = hevc.byte(at: 17)
        {
            return Array(repeating: Int(luma & 7) + 8, count: chroma & 3 == 0 ? 1 : 3)
        }
        guard let flags = property("av1C", of: item)?.content.byte(at: 2) else { return nil }
        let depth = flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12
        return Array(repeating: depth, count: flags & 0x10 == 0 ? 3 : 1)
    }
}
