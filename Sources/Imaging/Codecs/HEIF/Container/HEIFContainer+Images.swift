internal import PhotoModel

extension HEIFContainer {
    /// The types of items that are coded images or are made from other images.
    static let imageTypes: Set = [
        "hvc1", "hev1", "av01", "avc1", "jpeg", "j2k1", "vvc1", "evc1", "unci", "grid", "iovl", "iden", "tmap", "sato",
    ]
    /// How deeply images that are made from other images may be nested.
    private static let depthLimit = 4

    /// The types of alpha planes (ISO/IEC 23008-12, section 6.6.2.1; MIAF, section 7.3.5.2).
    static let alphaTypes: Set = [
        "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
    ]
    static let depthTypes: Set = [
        "urn:mpeg:hevc:2015:auxid:2", "urn:mpeg:avc:2015:auxid:2", "urn:mpeg:mpegB:cicp:systems:auxiliary:depth",
    ]

    /// The part of an image that is shown, and its orientation.
    ///
    /// - Throws: `corrupt` if the image has no size.
    func view(of item: HEIFItem, depth: Int = 0) throws(ImagingError) -> HEIFView {
        var view: HEIFView
        if item.type == "iden" {
            guard depth < Self.depthLimit else { throw .corrupt("an image that is made of itself") }
            view = try self.view(of: try base(of: item), depth: depth + 1)
        } else {
            guard let size = try codedSize(of: item) else { throw .corrupt("an image of the HEIF file has no size") }
            view = HEIFView(of: size)
        }
        for property in properties(of: item) { try view.apply(property) }
        return view
    }

    /// The image that an `iden` item shows again.
    func base(of item: HEIFItem) throws(ImagingError) -> HEIFItem {
        guard let id = item.references["dimg"]?.first else { throw .corrupt("an image that is made of none") }
        return try self.item(id)
    }

    /// The item whose pixels are decoded for this one: the item itself, or the one that it shows again.
    func decoded(_ item: HEIFItem) throws(ImagingError) -> HEIFItem {
        var item = item
        for _ in 0...Self.depthLimit {
            if item.type != "iden" { return item }
            item = try base(of: item)
        }
        throw .corrupt("an image that is made of itself")
    }

    /// The alpha plane of an image. If only the tiles have alpha planes, they are put together like the image.
    func alpha(of item: HEIFItem) -> HEIFItem? {
        ownAlpha(of: item) ?? (item.type == "grid" ? alphaOfTiles(item) : nil)
    }

    private func ownAlpha(of item: HEIFItem) -> HEIFItem? { auxiliaries(of: item).first(where: isAlpha) }

    private func isAlpha(_ item: HEIFItem) -> Bool { Self.alphaTypes.contains(auxiliaryType(of: item) ?? "") }

    /// A grid that is not in the file: it has the alpha planes of the tiles, and the size and rows of the tiles' grid.
    private func alphaOfTiles(_ grid: HEIFItem) -> HEIFItem? {
        guard let first = firstTile(of: grid), ownAlpha(of: first) != nil else { return nil }
        var planes: [Int: Int] = [:]
        for item in order.compactMap({ items[$0] }) where isAlpha(item) {
            for id in item.references["auxl"] ?? [] where planes[id] == nil { planes[id] = item.id }
        }
        let ids = (grid.references["dimg"] ?? []).compactMap { planes[$0] }
        guard ids.count == grid.references["dimg"]?.count else { return nil }
        var alpha = grid
        alpha.references = ["dimg": ids]
        // The colour properties of the image do not apply to its alpha plane.
        alpha.properties = grid.properties.filter { properties[$0].type == "ispe" }
        return alpha
    }

    /// Whether the colours of an image are already multiplied by its alpha.
    func isPremultiplied(_ item: HEIFItem, by alpha: HEIFItem) -> Bool {
        item.references["prem"]?.contains(alpha.id) == true
    }

    /// Whether the item is a part of an image that is made of tiles.
    func isTile(_ id: Int) -> Bool { tileIDs.contains(id) }

    func auxiliaries(of item: HEIFItem) -> [HEIFItem] { items(referringTo: item.id, as: "auxl") }

    func thumbnails(of item: HEIFItem) -> [HEIFItem] { items(referringTo: item.id, as: "thmb") }

    /// Whether there is a gain map for brighter screens: beside the image, or as an image that it is combined with.
    func hasGainMap(_ item: HEIFItem) -> Bool {
        auxiliaries(of: item).contains { auxiliaryType(of: $0)?.contains("hdrgainmap") == true }
            || order.contains { items[$0]?.type == "tmap" }
    }
}

extension HEIFContainer {
    /// The colours of an image: its own, or else those of the images that it is made from. For some years, phones wrote
    /// them only for the tiles.
    func color(of item: HEIFItem, depth: Int = 0) -> HEIFColor {
        let own = HEIFColor(properties(of: item))
        guard own.isEmpty, depth < Self.depthLimit, item.type == "grid" || item.type == "iden",
            let part = firstTile(of: item)
        else { return own }
        return color(of: part, depth: depth + 1)
    }

    /// The header of the file's main image.
    func header(_ format: MediaFormat) throws(ImagingError) -> ImageHeader {
        let item = try primary()
        let view = try view(of: item)
        let hasAlpha = alpha(of: item) != nil
        let depths = depths(of: try decoded(item)) ?? firstTile(of: item).flatMap { self.depths(of: $0) } ?? [8, 8, 8]
        let color = color(of: item)
        return ImageHeader(
            format: format, storedSize: view.part.size, orientation: view.orientation, hasAlpha: hasAlpha,
            isProgressive: false, colorComponents: min(3, depths.count) + (hasAlpha ? 1 : 0),
            bitsPerComponent: depths.max() ?? 8, hasColorProfile: color.profile != nil)
    }

    private func firstTile(of item: HEIFItem) -> HEIFItem? {
        item.references["dimg"]?.first.flatMap { items[$0] }
    }
}
