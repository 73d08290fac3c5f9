/// An XMP packet (ISO 16684-1), searched as text: properties are written as attributes or as elements, and
/// those that are asked for hold simple values.
struct XMPPacket {
    private let view: ByteView

    init(_ bytes: [UInt8]) { view = ByteView(bytes) }

    /// `tiff:Orientation`, or nil when it is absent or none of the eight values.
    var orientation: Orientation? {
        value(of: "tiff:Orientation").flatMap { UInt8($0) }.flatMap(Orientation.init(rawValue:))
    }

    /// When the picture was taken: EXIF's property, then IPTC's (Metadata Working Group, guidelines 2.0, section
    /// 5.4), then when the file was made.
    var dateTimeOriginal: WallClockTime? {
        let texts = [
            value(of: "exif:DateTimeOriginal"), value(of: "photoshop:DateCreated"), value(of: "xmp:CreateDate"),
        ]
        return texts.lazy.compactMap { $0.flatMap { WallClockTime($0) } }.first
    }

    /// The text of a simple property, given by its usual prefix and its name.
    func value(of property: StaticString) -> String? {
        var start = 0
        while let found = view.firstIndex(of: property, from: start) {
            let end = found + property.utf8CodeUnitCount
            if let value = attributeValue(at: end) ?? elementValue(at: end) { return value }
            start = end
        }
        return nil
    }

    /// `="value"` or `='value'` behind the name, with spaces allowed around the sign.
    private func attributeValue(at offset: Int) -> String? {
        var position = skippingSpaces(from: offset)
        guard view.byte(at: position) == UInt8(ascii: "=") else { return nil }
        position = skippingSpaces(from: position + 1)
        guard let quote = view.byte(at: position), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return nil
        }
        return text(from: position + 1, upTo: quote)
    }

    /// `>value<` behind the name.
    private func elementValue(at offset: Int) -> String? {
        guard view.byte(at: offset) == UInt8(ascii: ">") else { return nil }
        return text(from: offset + 1, upTo: UInt8(ascii: "<"))
    }

    private func skippingSpaces(from offset: Int) -> Int {
        var position = offset
        while let byte = view.byte(at: position), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
        return position
    }

    private func text(from start: Int, upTo end: UInt8) -> String? {
        let longest = 256
        var bytes: [UInt8] = []
        while bytes.count < longest, let byte = view.byte(at: start + bytes.count) {
            if byte == end { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}
