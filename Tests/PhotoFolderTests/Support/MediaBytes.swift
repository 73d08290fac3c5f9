/// The first bytes of files of some formats: enough to be known by, and for the header of a JPEG.
enum MediaBytes {
    /// A JPEG up to its first scan; nothing after it.
    static func jpeg(width: Int = 40, height: Int = 30) -> [UInt8] {
        let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
        let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8] + twoBytes(height) + twoBytes(width) + [3]
        let components: [UInt8] = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]
        return start + frame + components + scan + [0xFF, 0xD9]
    }

    /// A JPEG with an XMP packet of these attributes and elements; the prefixes `xmp`, `dc`, `GPano` and `hdrgm` are
    /// declared.
    static func jpeg(attributes: String, _ elements: String = "") -> [UInt8] {
        let packet = """
            http://ns.adobe.com/xap/1.0/\0<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description
            xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"
            \(attributes)>\(elements)</r:Description></r:RDF>
            """
        let plain = jpeg()
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1] + twoBytes(packet.utf8.count + 2)
        return head + Array(packet.utf8) + plain.dropFirst(2)
    }

    /// A JPEG whose EXIF says when a program wrote it, in the nineteen bytes that EXIF has for it, and nothing else.
    static func jpeg(changed date: String) -> [UInt8] {
        let head: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0]
        let main: [UInt8] = [1, 0, 0x32, 0x01, 2, 0, 20, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0]
        let block = Array("Exif\0\0".utf8) + head + main + Array(date.utf8) + [0]
        return [0xFF, 0xD8, 0xFF, 0xE1] + twoBytes(block.count + 2) + block + jpeg().dropFirst(2)
    }

    static let heic = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
    static let quickTime = box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0] + Array("qt  ".utf8)) + box("mdat", [])
    static let mp4 = box("ftyp", Array("isom".utf8) + [0, 0, 0, 0] + Array("isom".utf8)) + box("mdat", [])
    static let gif = Array("GIF89a".utf8) + [UInt8](repeating: 0, count: 20)

    /// A TIFF structure without tags.
    static let tiff: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]

    /// A TIFF structure whose only tag is DNGVersion.
    static let dng: [UInt8] =
        Array("II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0xC6, 1, 0, 4, 0, 0, 0, 1, 4, 0, 0, 0, 0, 0, 0]

    /// The same with the date at which it was taken, in nineteen bytes, as Android's DngCreator has it.
    static func dng(taken date: String) -> [UInt8] {
        let head: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0, 2, 0]
        let tags: [UInt8] = [0x03, 0x90, 2, 0, 20, 0, 0, 0, 38, 0, 0, 0, 0x12, 0xC6, 1, 0, 4, 0, 0, 0, 1, 4, 0, 0]
        return head + tags + [0, 0, 0, 0] + Array(date.utf8) + [0]
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0] + twoBytes(8 + content.count) + Array(type.utf8) + content
    }

    private static func twoBytes(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }
}
