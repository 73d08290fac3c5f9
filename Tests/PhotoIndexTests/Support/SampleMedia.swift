import PhotoFixtures

/// The first bytes of files of some formats: enough to be known by, and for the header of a JPEG.
enum SampleMedia {
    /// A JPEG up to its first scan; nothing after it but `padding` zeros.
    static func jpeg(width: Int = 40, height: Int = 30, padding: Int = 0) -> [UInt8] {
        let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
        let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8] + twoBytes(height) + twoBytes(width) + [3]
        let components: [UInt8] = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]
        return start + frame + components + scan + [0xFF, 0xD9] + [UInt8](repeating: 0, count: padding)
    }

    /// The same with the moment when it was taken, in the nineteen bytes that EXIF has for it.
    static func jpeg(taken date: String) -> [UInt8] {
        let head: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0]
        let main: [UInt8] = [1, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0]
        let exif: [UInt8] = [1, 0, 0x03, 0x90, 2, 0, 20, 0, 0, 0, 44, 0, 0, 0, 0, 0, 0, 0]
        let block = Array("Exif\0\0".utf8) + head + main + exif + Array(date.utf8) + [0]
        return [0xFF, 0xD8, 0xFF, 0xE1] + twoBytes(block.count + 2) + block + jpeg().dropFirst(2)
    }

    /// The same with a maker note in which a burst is named.
    static func jpeg(burst identifier: String, padding: Int = 0) -> [UInt8] {
        SampleBurst.photo(of: identifier, in: jpeg(padding: padding))
    }

    static let heic = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
    static let quickTime = box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0] + Array("qt  ".utf8)) + box("mdat", [])
    static let mp4 = box("ftyp", Array("isom".utf8) + [0, 0, 0, 0] + Array("isom".utf8)) + box("mdat", [])
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A TIFF structure whose only tag is DNGVersion.
    static let dng: [UInt8] =
        Array("II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0xC6, 1, 0, 4, 0, 0, 0, 1, 4, 0, 0, 0, 0, 0, 0]

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0] + twoBytes(8 + content.count) + Array(type.utf8) + content
    }

    private static func twoBytes(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }
}
