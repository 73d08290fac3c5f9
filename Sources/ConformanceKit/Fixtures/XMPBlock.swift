/// What people say of a photo, as a packet of XMP (ISO 16684-1).
struct XMPBlock: Sendable {
    var rating: Int?
    var title: String?
    var caption: String?
    var keywords: [String] = []
    /// Degrees north and east.
    var place: (latitude: Double, longitude: Double)?

    /// The JPEG with the packet in front.
    func inserted(into jpeg: [UInt8]) -> [UInt8] {
        let payload = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8)
        return jpeg.prefix(2) + JPEGLayout.segment(0xE1, payload) + jpeg.dropFirst(2)
    }

    private var packet: String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:exif="http://ns.adobe.com/exif/1.0/">\(properties.joined())</rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }

    private var properties: [String] {
        var properties: [String] = []
        if let rating { properties.append("<xmp:Rating>\(rating)</xmp:Rating>") }
        if let title { properties.append("<dc:title>\(Self.alternative(title))</dc:title>") }
        if let caption { properties.append("<dc:description>\(Self.alternative(caption))</dc:description>") }
        if !keywords.isEmpty {
            let items = keywords.map { "<rdf:li>\($0)</rdf:li>" }.joined()
            properties.append("<dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>")
        }
        if let place {
            properties.append("<exif:GPSLatitude>\(Self.degrees(place.latitude, "N", "S"))</exif:GPSLatitude>")
            properties.append("<exif:GPSLongitude>\(Self.degrees(place.longitude, "E", "W"))</exif:GPSLongitude>")
        }
        return properties
    }

    private static func alternative(_ text: String) -> String {
        "<rdf:Alt><rdf:li xml:lang=\"x-default\">\(text)</rdf:li></rdf:Alt>"
    }

    /// Degrees and minutes (ISO 16684-2, 4.3).
    private static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
        let whole = value.magnitude.rounded(.down)
        return "\(Int(whole)),\((value.magnitude - whole) * 60)\(value < 0 ? negative : positive)"
    }
}
