public import Pixels

/// One image that a request delivered.
public struct ImageResult: Sendable {
    /// Upright pixels.
    public let image: PixelBuffer
    /// A better image of this request could exist.
    public let isDegraded: Bool
    /// No image follows.
    public let isFinal: Bool
    /// A part of the picture is missing, because the file is cut off or damaged; something else is in its place.
    public let isIncomplete: Bool
}

/// An image as a file's content.
public struct EncodedImage: Sendable {
    public let bytes: [UInt8]
    /// `image/jpeg`, `image/png` or `image/webp`.
    public let mimeType: String
    public let size: PixelSize
    public let isDegraded: Bool
    /// A part of the picture is missing, because the file is cut off or damaged; something else is in its place.
    public let isIncomplete: Bool
    /// A tiny picture of the same, in the format of docs/placeholder.md.
    public let placeholder: [UInt8]
}

/// How an image is encoded.
public enum ImageEncoding: Hashable, Sendable {
    /// Quality 1…100. Alpha is laid over white. A progressive one appears coarse first while it is loaded.
    case jpeg(quality: Int, progressive: Bool = false)
    case png
    /// Quality 0…100. Alpha is kept.
    case webp(quality: Int)
    /// PNG when there is alpha, else JPEG of that quality.
    case automatic(quality: Int)
}
