internal import Imaging
public import PhotoModel

/// An image as the content of a file.
public struct EncodedImage: Sendable {
    /// The file's content.
    public let bytes: [UInt8]
    /// `image/jpeg`, `image/png` or `image/webp`.
    public let mimeType: String
    /// The size in pixels.
    public let size: PixelSize
    /// Whether there could be a better image for the request.
    public let isDegraded: Bool
    /// Whether a part of the image is missing because the file is cut off or damaged; that part is filled with something
    /// else.
    public let isIncomplete: Bool
    /// The preview hash of the image, in the format of docs/placeholder.md.
    public let previewHash: [UInt8]
    /// Whether it was made from another program's thumbnail: then it is kept in memory, but not on the disk.
    var isBorrowed = false
    /// Keeps its bytes charged to the memory budget of images; nil when they are no longer charged.
    var hold: MemoryHold?
}

/// How to encode an image.
public enum ImageEncoding: Hashable, Sendable {
    /// JPEG with a quality from 1 to 100. Alpha is blended with white. While it loads, a progressive one appears coarse at first.
    case jpeg(quality: Int, progressive: Bool = false)
    /// PNG. Alpha is kept.
    case png
    /// WebP with a quality from 0 to 100. Alpha is kept.
    case webp(quality: Int)
    /// PNG if there is alpha, otherwise JPEG of this quality.
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
            throw PhotoError(error, asking: cancellation)
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

    /// The same of work that asked `cancellation`, which knows why it was to end: the work itself only knows that it was.
    init(_ error: ImagingError, asking cancellation: Cancellation) {
        if error == .cancelled, let reason = cancellation.reason {
            self.init(reason)
        } else {
            self.init(error)
        }
    }

    /// Runs the host's own scaling or encoding, or what it does with files of its own, and throws its errors as `PhotoError`.
    ///
    /// - Parameter cancellation: what the work asks, if it asks.
    static func inWords<Result>(
        asking cancellation: Cancellation = .never, _ body: () throws(ImagingError) -> Result
    ) throws(PhotoError) -> Result {
        do throws(ImagingError) { return try body() } catch { throw PhotoError(error, asking: cancellation) }
    }
}
