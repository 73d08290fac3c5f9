internal import PhotoModel

extension CodedImage {
    /// A HEIF file with nothing but this image, for libraries that read files. What the original file says besides
    /// about tiles, sizes and places is not their business.
    package func file() -> [UInt8] {
        let head = Self.box("ftyp", ascii(type == "av01" ? "avif" : "heic") + number(0) + ascii("mif1"))
        // The offset of the data has the same width whatever it is.
        let length = head.count + meta(dataOffset: 0).count
        return head + meta(dataOffset: length + 8) + Self.box("mdat", data)
    }

    private func meta(dataOffset: Int) -> [UInt8] {
        let handler = Self.fullBox("hdlr", number(0) + ascii("pict") + Array(repeating: 0, count: 13))
        let primary = Self.fullBox("pitm", number(1, bytes: 2))
        let entry = Self.fullBox(
            "infe", version: 2, number(1, bytes: 2) + number(0, bytes: 2) + ascii(type == "hev1" ? "hvc1" : type) + [0])
        let information = Self.fullBox("iinf", number(1, bytes: 2) + entry)
        // Offsets and lengths of four bytes, no base; one item with one extent in this file.
        let location = Self.fullBox(
            "iloc",
            [0x44, 0x00] + number(1, bytes: 2) + number(1, bytes: 2) + number(0, bytes: 2) + number(1, bytes: 2)
                + number(dataOffset) + number(data.count))
        return Self.fullBox("meta", handler + primary + information + location + properties())
    }

    private func properties() -> [UInt8] {
        let size = Self.fullBox("ispe", number(self.size.width) + number(self.size.height))
        let codec = Self.box(Self.configurationType(of: type) ?? "free", configuration)
        // One item with all of them; that of the codec is essential.
        let numbers: [UInt8] = codePoints == nil ? [2, 0x81, 0x02] : [3, 0x81, 0x02, 0x03]
        let associations = Self.fullBox("ipma", number(1) + number(1, bytes: 2) + numbers)
        return Self.box("iprp", Self.box("ipco", codec + size + colors()) + associations)
    }

    private func colors() -> [UInt8] {
        guard let points = codePoints else { return [] }
        let numbers = [points.primaries, points.transfer, points.matrix].flatMap { number(Int($0), bytes: 2) }
        return Self.box("colr", ascii("nclx") + numbers + [points.isFullRange ? 0x80 : 0])
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        bigEndian(content.count + 8, 4) + Array(type.utf8) + content
    }

    private static func fullBox(_ type: String, version: UInt8 = 0, _ content: [UInt8]) -> [UInt8] {
        box(type, [version, 0, 0, 0] + content)
    }

    private func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func number(_ value: Int, bytes: Int = 4) -> [UInt8] { Self.bigEndian(value, bytes) }

    private static func bigEndian(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
