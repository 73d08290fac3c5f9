/// Files that are sound but for what says where their video is.
enum MotionPhotoCarrier {
    /// The least that counts as a video.
    private static let video: [UInt8] = [0, 0, 0, 16] + "ftypmp42".utf8 + [0, 0, 0, 0]

    /// A JPEG whose packet is the block, with a video after it.
    static func xmp(_ block: [UInt8]) -> [UInt8] { MetadataCarrier.jpeg(block) + video }

    /// A JPEG of a Samsung phone with the block after it, which names itself at its end.
    static func samsung(_ block: [UInt8]) -> [UInt8] {
        let content: [UInt8] = [0, 0, 0x30, 0x0A, 16, 0, 0, 0] + "MotionPhoto_Data".utf8 + video
        let directory = "SEFH".utf8 + block
        return MetadataCarrier.jpeg(make) + content + directory + little(directory.count) + "SEFT".utf8
    }

    /// A HEIC file with the block as a box of its video.
    static func heic(_ block: [UInt8]) -> [UInt8] {
        let type: [UInt8] = [0, 0, 0, 24] + "ftypheic".utf8 + [0, 0, 0, 0] + "mif1heic".utf8
        return type + big(block.count + 8) + "mpvd".utf8 + block
    }

    /// EXIF of one entry, the maker of the camera.
    private static let make: [UInt8] = {
        let directory: [UInt8] = [42, 0, 8, 0, 0, 0, 1, 0, 0x0F, 1, 2, 0, 8, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0]
        return "II".utf8 + directory + "samsung\0".utf8
    }()

    private static func little(_ value: Int) -> [UInt8] { big(value).reversed() }

    private static func big(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
