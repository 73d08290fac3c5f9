internal import PhotoModel

/// What a file's extension promises. Case is ignored for ASCII.
struct FileName {
    /// In small letters, without its dot.
    let fileExtension: String

    init(_ name: some BidirectionalCollection<UInt8>) {
        let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        fileExtension = String(decoding: name[dot...].dropFirst().map(\.asciiLowercased), as: UTF8.self)
    }

    /// Whether the extension promises a photo or a video.
    var promisesMedia: Bool { MediaFormat.promisedByExtension[fileExtension] != nil }

    /// Whether an extension, with its dot, promises a photo or a video.
    static func promisesMedia(_ fileExtension: UnsafeBufferPointer<UInt8>) -> Bool {
        !fileExtension.isEmpty && FileName(fileExtension).promisesMedia
    }
}
