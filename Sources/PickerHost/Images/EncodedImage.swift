internal import Imaging
public import PhotoModel

/// An image as a file's content.
public struct EncodedImage: Sendable {
    /// The file's content.
    public let bytes: [UInt8]
    /// `image/jpeg`, `image/png` or `image/webp`.
    public let mimeType: String
    /// Pixels.
    public let size: PixelSize
    /// A better image of the request could exist.
    public let isDegraded: Bool
    /// A part of the image is missing, because the file is cut off or damaged; something else is in its place.
    public let isIncomplete: Bool
    /// The preview hash of the same, in the format of docs/placeholder.md.
    public let previewHash: [UInt8]
    /// It was made from another program's thumbnail: it is kept in memory, but not beyond the life of the process.
    var isBorrowed = false
    /// Keeps its bytes charged to the budget of images; nil: they are not charged any more.
    var hold: MemoryHold?
}

/// How an image is encoded.
public enum ImageEncoding: Hashable, Sendable {
    /// Quality 1…100. Alpha is laid over white. A progressive one appears coarse first while it is loaded.
    case jpeg(quality: Int, progressive: Bool = false)
    /// Alpha is kept.
    case png
    /// Quality 0…100. Alpha is kept.
    case webp(quality: Int)
    /// PNG when there is alpha, else JPEG of that quality.
    case automatic(quality: Int)
}

extension Frame {
    /// The image as the content of a file.
    ///
    /// - Parameter cancellation: asked every few milliseconds, on the calling thread.
    public func encoded(
        _ encoding: ImageEncoding, cancellation: Cancellation = .never
    ) throws(PhotoError) -> EncodedImage {
        try encoded(encoding, readsProfile: true, cancellation: cancellation)
    }

    /// - Parameter readsProfile: false for frames of workers, whose profiles go into the file as they are and are not parsed here.
    func encoded(
        _ encoding: ImageEncoding, readsProfile: Bool, cancellation: Cancellation
    ) throws(PhotoError) -> EncodedImage {
        do throws(ImagingError) {
            let (bytes, mimeType) = try content(encoding, cancellation)
            return EncodedImage(
                bytes: bytes, mimeType: mimeType, size: pixels.size, isDegraded: isDegraded,
                isIncomplete: isIncomplete, previewHash: try PreviewHash(pixels, readsProfile: readsProfile).bytes)
        } catch {
            throw PhotoError(error)
        }
    }

    private func content(
        _ encoding: ImageEncoding, _ cancellation: Cancellation
    ) throws(ImagingError) -> (bytes: [UInt8], mimeType: String) {
        switch encoding {
        case .jpeg(let quality, let isProgressive):
            let encoder = JPEGEncoder(quality: quality, isProgressive: isProgressive)
            return (try encoder.encode(pixels, cancellation: cancellation), "image/jpeg")
        case .png: return (try PNGEncoder().encode(pixels, cancellation: cancellation), "image/png")
        case .webp(let quality):
            return (try WebPEncoder(quality: quality).encode(pixels, cancellation: cancellation), "image/webp")
        case .automatic(let quality):
            return try content(pixels.format == .rgba8 ? .png : .jpeg(quality: quality), cancellation)
        }
    }
}

extension PhotoError {
    /// What went wrong in the host's own scaling or encoding.
    init(_ error: ImagingError) {
        self.init(error.status, String(describing: error), systemErrno: error.systemErrno, underlying: error)
    }

    /// Runs the host's own scaling or encoding, or what it does with files of its own, and throws its errors as `PhotoError`.
    static func inWords<Result>(_ body: () throws(ImagingError) -> Result) throws(PhotoError) -> Result {
        do throws(ImagingError) { return try body() } catch { throw PhotoError(error) }
    }
}
