/// The first bytes of files that are listed without being decoded.
public enum SampleMedia {
    public static let heic = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
    public static let quickTime = box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0] + Array("qt  ".utf8)) + box("mdat", [])
    public static let mp4 = box("ftyp", Array("isom".utf8) + [0, 0, 0, 0] + Array("isom".utf8)) + box("mdat", [])

    /// A RAW file: a TIFF structure whose only tag is DNGVersion.
    public static let dng: [UInt8] =
        Array("II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0xC6, 1, 0, 4, 0, 0, 0, 1, 4, 0, 0, 0, 0, 0, 0]

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(8 + content.count)] + Array(type.utf8) + content
    }
}
