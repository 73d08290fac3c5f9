extension HEIFContainer {
    /// Reads the boxes of a `meta` box, which are given by type.
    mutating func fill(from boxes: [String: ISOBox]) throws(ImagingError) {
        guard let information = boxes["iinf"], let locations = boxes["iloc"], let properties = boxes["iprp"] else {
            throw .corrupt("the HEIF file lists no items with their places and properties")
        }
        try noteItems(information.content)
        itemData = boxes["idat"]?.content ?? itemData
        try noteLocations(locations.content)
        try noteProperties(properties.content)
        if let references = boxes["iref"] { try noteReferences(references.content) }
        if let primary = boxes["pitm"] {
            var cursor = ByteCursor(primary.content)
            primaryID = try cursor.integer(try cursor.versionAndFlags().version == 0 ? 2 : 4)
        }
    }

    /// `iinf`, ISO/IEC 14496-12, section 8.11.6.
    private mutating func noteItems(_ content: ByteView) throws(ImagingError) {
        var cursor = ByteCursor(content)
        _ = try cursor.integer(try cursor.versionAndFlags().version == 0 ? 2 : 4)  // The count is not needed.
        for box in try ISOBox.all(in: cursor.rest) where box.type == "infe" {
            guard items.count < Self.itemLimit else { throw .tooLarge("more than \(Self.itemLimit) items") }
            try noteItem(ByteCursor(box.content))
        }
    }

    private mutating func noteItem(_ cursor: ByteCursor) throws(ImagingError) {
        var cursor = cursor
        let (version, flags) = try cursor.versionAndFlags()
        guard version >= 2 else { return }  // Older entries have no type, so none is an image.
        let id = try cursor.integer(version == 2 ? 2 : 4)
        _ = try cursor.integer(2)  // The protection; encrypted images fail when they are decoded.
        let type = try cursor.fourCharacters()
        _ = cursor.text()  // A name.
        let contentType = type == "mime" ? cursor.text() : ""
        guard items[id] == nil else { throw .corrupt("the HEIF file lists the item \(id) twice") }
        items[id] = HEIFItem(id: id, type: type, contentType: contentType, isHidden: flags & 1 == 1)
        order.append(id)
    }

    /// `iref`, section 8.11.12.
    private mutating func noteReferences(_ content: ByteView) throws(ImagingError) {
        var cursor = ByteCursor(content)
        let width = try cursor.versionAndFlags().version == 0 ? 2 : 4
        for box in try ISOBox.all(in: cursor.rest) {
            var fields = ByteCursor(box.content)
            let from = try fields.integer(width)
            let count = try fields.integer(2)
            var to: [Int] = []
            for _ in 0..<count { to.append(try fields.integer(width)) }
            items[from]?.references[box.type, default: []] += to
        }
    }
}
