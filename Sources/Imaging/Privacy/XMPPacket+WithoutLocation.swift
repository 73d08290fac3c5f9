extension XMPPacket {
    /// The packet, written again without properties that name a place, without thumbnails, and without what refers to parts of the file
    /// that are left out: extended XMP, gain maps and videos. Nil if the packet is damaged, because the rest may contain anything.
    var withoutLocation: [UInt8]? {
        guard isComplete, let root else { return nil }
        var writer = XMLWriter()
        let text = writer.document(root.withoutLocation)
        let begin = "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"
        return Array((begin + text + "<?xpacket end=\"w\"?>").utf8)
    }
}

extension XMLElement {
    fileprivate var withoutLocation: XMLElement {
        var element = self
        element.attributes.removeAll { $0.name.isLeftOut }
        element.children = children.filter { !$0.name.isLeftOut }.map(\.withoutLocation)
        return element
    }
}

extension XMLName {
    /// The names of properties that name a place, in lower case: those of IPTC Core and Extension, Photoshop, Dublin Core, Adobe's
    /// schema for films and W3C's for coordinates; and that of maker notes, which may contain positions. They count in every
    /// namespace, because makers copy them into their own.
    private static let places: Set = [
        "city", "state", "country", "countrycode", "countryname", "location", "locationcreated", "locationshown",
        "sublocation", "provincestate", "worldregion", "locationname", "locationid", "coverage", "shotlocation",
        "coordinates", "lat", "lon", "long", "lng", "lat_long", "spatial", "makernote",
    ]
    private static let parts = ["gps", "latitude", "longitude", "altitude", "ciadr", "geotag", "lrftarget"]

    fileprivate var isLeftOut: Bool { tellsPlace || pointsBehindImage || isPicture }

    /// Whether the name is that of a place. Names of coordinates only need to contain one of `parts`, because they vary:
    /// `exif:GPSLatitude`, `drone-dji:GpsLatitude`, `drone-dji:AbsoluteAltitude`, `drone-dji:LRFTargetLat` (of what a drone's laser
    /// range finder is aimed at). Of mobile networks, all that says which cell a phone was in.
    private var tellsPlace: Bool {
        let name = local.lowercased()
        return namespace == XMPNamespace.cell || Self.places.contains(name) || Self.parts.contains { name.contains($0) }
    }

    /// Whether it is a thumbnail of Adobe's. It is in Base64, in which no metadata are looked for, and may be a whole photo.
    private var isPicture: Bool { self == .thumbnailImage }

    private var pointsBehindImage: Bool {
        let namespaces = [XMPNamespace.camera, XMPNamespace.container, XMPNamespace.item, XMPNamespace.gainMap]
        return namespaces.contains(namespace) || self == .hasExtendedXMP
    }
}
