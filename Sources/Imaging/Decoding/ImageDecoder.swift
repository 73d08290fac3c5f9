/// Reads headers, metadata, thumbnails and pixels of the formats that need no plugin: JPEG, PNG, WebP
/// and GIF (the first frame of animations), and of those that its codecs read. Of HEIF it reads all but pixels itself.
///
/// A value without state: use one from as many threads as there are. Per-thread working memory is kept
/// between calls and freed when the thread ends.
public struct ImageDecoder: Sendable {
    public let limits: ImageLimits
    /// Asked in this order, for formats that are not built in.
    public let codecs: [any ImageCodec]

    public init(limits: ImageLimits = .standard, codecs: [any ImageCodec] = []) {
        self.limits = limits
        self.codecs = codecs
    }

    /// Whether this decoder gives pixels of such files.
    public func reads(_ format: MediaFormat) -> Bool {
        switch format {
        case .jpeg, .png, .webp, .gif: true
        default: codec(for: format) != nil
        }
    }

    /// Whether this decoder gives header and metadata of such files; of HEIF it does so without a codec for its pixels.
    public func describes(_ format: MediaFormat) -> Bool {
        switch format {
        case .heic, .heif, .avif: true
        default: reads(format)
        }
    }

    func codec(for format: MediaFormat) -> (any ImageCodec)? {
        codecs.first { $0.reads(format) }
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
        case .heic, .heif, .avif:
            // A codec may mean another image of the file than the main one.
            if let codec = codec(for: try Self.format(window)) { return try codec.header(of: source) }
            return try HEIFFile(window).header()
        case let other: return try requiredCodec(other).header(of: source)
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

    /// - Throws: `unsupportedFormat` where there is none.
    func requiredCodec(_ format: MediaFormat) throws(ImagingError) -> any ImageCodec {
        guard let codec = codec(for: format) else { throw .unsupportedFormat(Self.name(format)) }
        return codec
    }

    static func name(_ format: MediaFormat) -> String {
        "\(format.preferredExtension.uppercased()) (\(format.mimeType))"
    }
}
