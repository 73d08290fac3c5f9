public import PhotoModel

/// A file whose format is known by its first bytes, with these bytes at hand: what codecs read from.
public struct ImageFile: Sendable {
    public let format: MediaFormat
    /// Begins with the bytes that the format is known by: callers that read headers through it do not read them again.
    let window: SourceWindow

    public var source: ImageSource { window.source }

    /// Reads the first bytes of a source and finds its format.
    ///
    /// - Throws: `corrupt` for an empty source, `unsupportedFormat` for bytes of no known format, `io`.
    public init(_ source: ImageSource, codecs: [any ImageCodec] = .builtIn) throws(ImagingError) {
        window = try SourceWindow(source)
        guard source.byteCount > 0 else { throw .corrupt("the file is empty") }
        guard let format = MediaFormat.sniff(FileHead(window.head, filenameExtension: nil), codecs) else {
            throw .unsupportedFormat("a file that is no known image")
        }
        self.format = codecs.first { $0.formats.contains(format) }?.refined(format, of: source) ?? format
    }

    /// The file as if it ended with the bytes at hand: what walks over it reads no more of it.
    var head: ImageSource { ImageSource(bytes: Array(window.head.bytes)) }
}

/// The beginning of a file, and what its name says.
public struct FileHead: Sendable {
    let view: ByteView
    /// In lower case, without its dot; nil when it is not known.
    public let filenameExtension: String?

    /// The first `MediaFormat.signatureLength` bytes, or all of them when there are fewer.
    public var bytes: ArraySlice<UInt8> { view.bytes }

    init(_ bytes: ByteView, filenameExtension: String?) {
        view = ByteView(bytes.bytes.prefix(MediaFormat.signatureLength))
        self.filenameExtension = filenameExtension?.lowercased()
    }
}
