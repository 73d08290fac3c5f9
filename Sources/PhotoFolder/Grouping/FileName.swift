internal import PhotoModel

/// What a file's extension promises. Letters are compared without regard to case (ASCII).
struct FileName {
    /// In small letters, without its dot.
    let fileExtension: String

    init(_ name: some BidirectionalCollection<UInt8>) {
        let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        fileExtension = String(decoding: name[dot...].dropFirst().map(\.asciiLowercased), as: UTF8.self)
    }

    /// Whether the extension promises a photo or a video.
    var promisesMedia: Bool { Self.mediaExtensions.contains(fileExtension) }

    /// Whether an extension, with its dot, promises a photo or a video.
    static func promisesMedia(_ fileExtension: UnsafeBufferPointer<UInt8>) -> Bool {
        !fileExtension.isEmpty && FileName(fileExtension).promisesMedia
    }

    private static let mediaExtensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "mpo", "png", "heic", "heif", "hif", "avif", "dng", "cr2", "cr3", "nef", "nrw",
        "arw", "raf", "orf", "rw2", "mp4", "mov", "m4v", "mkv", "webm", "avi", "gif", "webp", "tif", "tiff", "bmp",
        "dib", "psd", "psb", "jxl", "jp2", "j2k", "j2c", "jpc", "jpf", "jpx", "crw", "pef", "srw", "3fr", "iiq", "erf",
        "dcr", "kdc", "mef", "mrw", "x3f", "mts", "m2ts", "ts", "mpg", "mpeg", "vob", "wmv", "asf", "flv", "ogv", "3gp",
    ]
}
