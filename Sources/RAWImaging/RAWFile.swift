internal import CRAW
internal import Imaging
internal import Pixels

/// A RAW file, and what LibRaw said of it.
struct RAWFile {
    let source: ImageSource
    let facts: raw_facts

    /// - Throws: `unsupportedFormat` without LibRaw and for cameras that it does not know, `corrupt`, `io`.
    init(_ source: ImageSource) throws(ImagingError) {
        self.source = source
        var facts = raw_facts()
        try source.withRAWSource { lent in raw_read_facts(lent, &facts) }
        self.facts = facts
    }

    var size: PixelSize { PixelSize(width: Int(facts.width), height: Int(facts.height)) }

    var orientation: Orientation { UInt8(exactly: facts.orientation).flatMap(Orientation.init) ?? .upright }

    func header() throws(ImagingError) -> ImageHeader {
        guard !size.isEmpty else { throw .corrupt("the RAW file says that it is \(size) pixels large") }
        let format = MediaFormat.sniff(try source.read(at: 0, count: MediaFormat.signatureLength)) ?? .dng
        return .previewed(format, storedSize: size, orientation: orientation)
    }

    /// The largest preview.
    ///
    /// - Parameter byteLimit: for the preview as it is stored.
    func preview(byteLimit: Int) throws(ImagingError) -> EmbeddedPreview {
        guard !size.isEmpty else { throw .corrupt("the RAW file says that it is \(size) pixels large") }
        return try EmbeddedPreview(try content(byteLimit), imageSize: size, orientation: orientation)
    }

    private func content(_ byteLimit: Int) throws(ImagingError) -> EmbeddedPreview.Content {
        if facts.jpeg_length > 0 {
            guard facts.jpeg_length <= byteLimit else {
                throw .tooLarge("a preview of \(facts.jpeg_length) bytes, where \(byteLimit) are allowed")
            }
            if let bytes = try jpeg(byteLimit: byteLimit) { return .jpeg(bytes) }
        }
        return try UnpackedPreview.content(of: source, byteLimit)
    }

    /// The beginning of the preview, where it is a JPEG; nil where it is none.
    func jpeg(byteLimit: Int) throws(ImagingError) -> [UInt8]? {
        guard facts.jpeg_length > 0, let offset = Int(exactly: facts.jpeg_offset) else { return nil }
        return try source.read(at: offset, count: min(byteLimit, Int(clamping: facts.jpeg_length)))
    }
}
