public import PhotoModel

/// A file whose format is known, with its first bytes in memory. Codecs read from it.
public struct ImageFile: Sendable {
    public let format: MediaFormat
    /// Begins with the bytes by which the format was recognized: callers that read headers through it do not read them
    /// again.
    let window: SourceWindow

    public var source: ImageSource { window.source }

    /// Reads the first bytes of a source and finds its format.
    ///
    /// - Throws: `corrupt` for an empty source, `unsupportedFormat` if the format is not known, `io`.
    public init(_ source: ImageSource, codecs: [any ImageCodec] = .builtIn) throws(ImagingError) {
        window = try SourceWindow(source)
        guard source.byteCount > 0 else { throw .corrupt("the file is empty") }
        guard let format = MediaFormat.sniff(FileHead(window.head, filenameExtension: nil), codecs) else {
            throw .unsupportedFormat("a file that is no known image")
        }
        self.format = codecs.first { $0.formats.contains(format) }?.refined(format, of: source) ?? format
    }

    /// The file as if it ended with the bytes in memory, so that parsing it reads no more.
    var head: ImageSource { ImageSource(bytes: Array(window.head.bytes)) }
}

/// The beginning of a file, and the extension of its name.
public struct FileHead: Sendable {
    let view: ByteView
    /// In lower case, without its dot; nil if it is not known.
    public let filenameExtension: String?

    /// The first `MediaFormat.signatureLength` bytes, or all of them if there are fewer.
    public var bytes: ArraySlice<UInt8> { view.bytes }

    init(_ bytes: ByteView, filenameExtension: String?) {
        view = ByteView(bytes.bytes.prefix(MediaFormat.signatureLength))
        self.filenameExtension = filenameExtension?.lowercased()
    }
}
