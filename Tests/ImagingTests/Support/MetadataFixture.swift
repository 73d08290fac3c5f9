import Imaging

/// A small JPEG with blocks of metadata.
struct MetadataFixture {
    var exif: [UInt8]?
    /// A whole packet.
    var xmp: [UInt8]?
    /// The data sets of a record.
    var iptc: [UInt8]?
    /// Segments of other kinds, with their markers and lengths.
    var others: [[UInt8]] = []
    /// What follows the image.
    var trailer: [UInt8] = []

    var jpeg: [UInt8] {
        get throws {
            let image = try JPEGEncoder().encode(.waves(16, 16))
            var segments: [[UInt8]] = []
            if let exif { segments.append(Self.segment(0xE1, Array("Exif\0\0".utf8) + exif)) }
            if let xmp { segments.append(Self.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp)) }
            if let iptc { segments.append(Self.photoshop(iptc)) }
            return Array(image.prefix(2)) + (segments + others).flatMap(\.self) + image.dropFirst(2) + trailer
        }
    }

    func metadata() throws -> ImageMetadata {
        try ImageDecoder().metadata(of: ImageSource(bytes: try jpeg))
    }

    static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + payload
    }

    /// An APP13 segment with the record in its resource block.
    static func photoshop(_ iptc: [UInt8]) -> [UInt8] {
        let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: iptc.count >> $0) }
        let padding = [UInt8](repeating: 0, count: iptc.count % 2)
        return segment(
            0xED, Array("Photoshop 3.0\0".utf8) + Array("8BIM".utf8) + [4, 4, 0, 0] + size + iptc + padding)
    }

    /// A data set of the application record.
    static func dataSet(_ number: UInt8, _ value: [UInt8]) -> [UInt8] {
        [0x1C, 2, number, UInt8(value.count >> 8), UInt8(value.count & 255)] + value
    }

    static func dataSet(_ number: UInt8, _ text: String) -> [UInt8] { dataSet(number, Array(text.utf8)) }

    /// A packet around properties; `dc`, `xmp`, `exif`, `tiff`, `photoshop`, `lr`, `GPano`, `GCamera` are declared.
    static func packet(attributes: String = "", _ elements: String) -> [UInt8] {
        let namespaces = [
            "dc": "http://purl.org/dc/elements/1.1/", "xmp": "http://ns.adobe.com/xap/1.0/",
            "aux": "http://ns.adobe.com/exif/1.0/aux/", "exifEX": "http://cipa.jp/exif/1.0/",
            "exif": "http://ns.adobe.com/exif/1.0/", "tiff": "http://ns.adobe.com/tiff/1.0/",
            "photoshop": "http://ns.adobe.com/photoshop/1.0/", "lr": "http://ns.adobe.com/lightroom/1.0/",
            "GPano": "http://ns.google.com/photos/1.0/panorama/", "GCamera": "http://ns.google.com/photos/1.0/camera/",
            "Container": "http://ns.google.com/photos/1.0/container/",
            "Item": "http://ns.google.com/photos/1.0/container/item/",
            "xmpNote": "http://ns.adobe.com/xmp/note/", "hdrgm": "http://ns.adobe.com/hdr-gain-map/1.0/",
            "Iptc4xmpExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
            "Iptc4xmpCore": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
        ]
        let declared = namespaces.map { " xmlns:\($0)=\"\($1)\"" }.sorted().joined()
        let text = """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about=""\(declared) \(attributes)>\(elements)</rdf:Description>
            </rdf:RDF></x:xmpmeta>
            <?xpacket end="w"?>
            """
        return Array(text.utf8)
    }
}
