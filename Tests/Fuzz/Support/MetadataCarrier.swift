/// Small files that are sound but for the metadata that they carry.
enum MetadataCarrier {
    /// A JPEG of eight by eight pixels whose segments hold the block as EXIF, XMP and IPTC.
    static func jpeg(_ block: [UInt8]) -> [UInt8] {
        let xmp = segment(0xE1, "http://ns.adobe.com/xap/1.0/\0", block)
        let iptc = segment(0xED, "Photoshop 3.0\0", block)
        return jpeg(with: exifSegment(block) + xmp + iptc)
    }

    /// The same with EXIF alone.
    static func exif(_ block: [UInt8]) -> [UInt8] { jpeg(with: exifSegment(block)) }

    private static func exifSegment(_ block: [UInt8]) -> [UInt8] { segment(0xE1, "Exif\0\0", block) }

    private static func jpeg(with segments: [UInt8]) -> [UInt8] {
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0xFF, 0xD9]
        return [0xFF, 0xD8] + segments + frame + scan
    }

    private static func segment(_ marker: UInt8, _ signature: String, _ block: [UInt8]) -> [UInt8] {
        let payload = signature.utf8 + block.prefix(65_000 - signature.utf8.count)
        return [0xFF, marker] + big(payload.count + 2).suffix(2) + payload
    }

    /// A gray PNG of one pixel whose chunks hold the block as EXIF, XMP, text, and as the profiles of ImageMagick.
    static func png(_ block: [UInt8]) -> [UInt8] {
        let header = chunk("IHDR", big(1) + big(1) + [8, 0, 0, 0, 0])
        let exif = chunk("eXIf", block)
        let xmp = chunk("iTXt", "XML:com.adobe.xmp\0\0\0\0\0".utf8 + block)
        let profile = chunk("tEXt", "Raw profile type exif\0\nexif\n    8\n".utf8 + block)
        let text = chunk("tEXt", "Creation Time\0".utf8 + block)
        let data = chunk("IDAT", [0x78, 0x01, 0x01, 2, 0, 0xFD, 0xFF, 0, 128, 0, 0x82, 0, 0x81])
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return signature + header + exif + xmp + profile + text + data + chunk("IEND", [])
    }

    /// The checksum is left empty: the readers of metadata do not look at it.
    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        big(data.count) + type.utf8 + data + [0, 0, 0, 0]
    }

    private static func big(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
