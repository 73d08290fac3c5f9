/// What a file's name says of the asset that it belongs to. Letters are compared without regard to case (ASCII).
struct FileName {
    /// Without the extension, in small letters, and without what marks one of several files of a photo.
    let stem: [UInt8]
    /// In small letters, without its dot.
    let fileExtension: String
    /// Whether it is named like the edited version of another file: `IMG_E1234` of `IMG_1234`.
    let isNamedAsEdited: Bool

    init(_ name: [UInt8]) {
        let lowercased = name.map(\.asciiLowercased)
        let dot = lowercased.lastIndex(of: UInt8(ascii: ".")) ?? lowercased.endIndex
        fileExtension = String(decoding: lowercased[dot...].dropFirst(), as: UTF8.self)
        let whole = lowercased[..<dot]
        isNamedAsEdited = Self.isEdited(whole)
        if isNamedAsEdited {
            stem = Array(whole.prefix(4) + whole.dropFirst(5))
        } else {
            stem = Array(Self.withoutRawMark(whole))
        }
    }

    /// Sorts names, and is equal for the files of one asset.
    var groupKey: [UInt8] { NaturalOrder.key(stem) }

    /// What iPhones write beside an edited photo and what RAW developers and old cameras keep beside a file.
    static func isSidecar(_ name: some Collection<UInt8>) -> Bool {
        guard name.count > 4 else { return false }
        let end = name.suffix(4).map(\.asciiLowercased)
        return sidecars.contains(end)
    }

    /// Whether the extension promises a photo or a video.
    var promisesMedia: Bool { Self.mediaExtensions.contains(fileExtension) }

    private static let sidecars = [".aae", ".xmp", ".thm"].map { Array($0.utf8) }

    private static let mediaExtensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "mpo", "png", "heic", "heif", "hif", "avif", "dng", "cr2", "cr3", "nef", "nrw",
        "arw", "raf", "orf", "rw2", "mp4", "mov", "m4v", "mkv", "webm", "avi", "gif", "webp", "tif", "tiff", "bmp",
    ]

    /// `img_e` and a digit.
    private static func isEdited(_ stem: ArraySlice<UInt8>) -> Bool {
        guard stem.count > 5, stem.starts(with: "img_e".utf8) else { return false }
        return stem[stem.startIndex + 5].isASCIIDigit
    }

    /// Without Pixel's `.RAW-01.COVER`, `.RAW-01.MP.COVER` and `.RAW-02.ORIGINAL`.
    private static func withoutRawMark(_ stem: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard stem.suffix(6).elementsEqual(".cover".utf8) || stem.suffix(9).elementsEqual(".original".utf8) else {
            return stem
        }
        let parts = stem.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count >= 3 else { return stem }
        let hasMotionMark = parts.count >= 4 && parts[parts.count - 2].elementsEqual("mp".utf8)
        let mark = parts[parts.count - (hasMotionMark ? 3 : 2)]
        guard mark.count == 6, mark.starts(with: "raw-".utf8), mark.suffix(2).allSatisfy(\.isASCIIDigit) else {
            return stem
        }
        return stem[..<(mark.startIndex - 1)]
    }
}
