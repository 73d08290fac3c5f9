/// Reads headers, metadata, thumbnails and pixels of the formats that need no plugin: JPEG, PNG, WebP
/// and GIF (the first frame of animations).
///
/// A value without state: use one from as many threads as there are. Per-thread working memory is kept
/// between calls and freed when the thread ends.
public struct ImageDecoder: Sendable {
    public let limits: ImageLimits

    public init(limits: ImageLimits = .standard) {
        self.limits = limits
    }

    /// Reads what the image says of itself: usually its first 64 KiB only.
    ///
    /// - Throws: `unsupportedFormat` for other formats, `corrupt` when the header makes no sense, `io`.
    ///   Limits are not applied: a header of a large image is as cheap as any.
    public func header(of source: ImageSource) throws(ImagingError) -> ImageHeader {
        let window = try SourceWindow(source)
        switch try Self.format(window) {
        case .jpeg: return try JPEGHeaderReader.header(window)
        case .png: return try PNGHeaderReader.header(window)
        case .webp: return try WebPStructure.read(window).header(source)
        case .gif: return try GIFRenderer.header(window)
        case let other: throw .unsupportedFormat(Self.name(other))
        }
    }

    /// - Throws: `corrupt` for an empty source, `unsupportedFormat` for bytes of no known format.
    static func format(_ window: SourceWindow) throws(ImagingError) -> MediaFormat {
        guard window.source.byteCount > 0 else { throw .corrupt("the file is empty") }
        guard let format = MediaFormat.sniff(window.head.bytes) else {
            throw .unsupportedFormat("a file that is no known image")
        }
        return format
    }

    static func name(_ format: MediaFormat) -> String {
        "\(format.preferredExtension.uppercased()) (\(format.mimeType))"
    }
}
