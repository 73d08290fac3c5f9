extension XMPPacket {
    /// The packet, written again without what names a place; nil when it is damaged: then it is not known what the rest
    /// holds. Also without what points at parts of the file that are left out: extended XMP, gain maps and videos.
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
        element.attributes.removeAll { $0.name.tellsPlace || $0.name.pointsBehindImage }
        element.children = children.filter { !$0.name.tellsPlace && !$0.name.pointsBehindImage }.map(\.withoutLocation)
        return element
    }
}

extension XMLName {
    /// Of IPTC Core and Extension, Photoshop, Dublin Core, Adobe's of films and W3C's of coordinates, in lower case, in
    /// whatever namespace: makers copy them. Notes of makers may hold positions.
    private static let places: Set = [
        "city", "state", "country", "countrycode", "countryname", "location", "locationcreated", "locationshown",
        "sublocation", "provincestate", "worldregion", "locationname", "locationid", "coverage", "shotlocation",
        "coordinates", "lat", "lon", "long", "lng", "makernote",
    ]
    private static let parts = ["gps", "latitude", "longitude", "altitude", "ciadr", "geotag"]

    /// Names of coordinates differ: `exif:GPSLatitude`, `drone-dji:GpsLatitude`, `drone-dji:AbsoluteAltitude`.
    fileprivate var tellsPlace: Bool {
        let name = local.lowercased()
        return Self.places.contains(name) || Self.parts.contains { name.contains($0) }
    }

    fileprivate var pointsBehindImage: Bool {
        let namespaces = [XMPNamespace.camera, XMPNamespace.container, XMPNamespace.item, XMPNamespace.gainMap]
        return namespaces.contains(namespace) || self == .hasExtendedXMP
    }
}
