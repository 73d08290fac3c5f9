internal import CRAW
internal import Imaging
internal import PhotoModel

/// A RAW file, and what LibRaw reads from it.
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

    func header(_ format: MediaFormat) throws(ImagingError) -> ImageHeader {
        guard !size.isEmpty else { throw .corrupt("the RAW file says that it is \(size) pixels large") }
        return .previewed(format, storedSize: size, orientation: orientation)
    }

    /// The largest preview.
    ///
    /// - Parameter byteLimit: the most bytes that the stored preview may have.
    func preview(byteLimit: Int) throws(ImagingError) -> EmbeddedPreview {
        guard !size.isEmpty else { throw .corrupt("the RAW file says that it is \(size) pixels large") }
        guard facts.preview_length <= byteLimit else {
            throw .tooLarge("a preview of \(facts.preview_length) bytes, where \(byteLimit) are allowed")
        }
        return try EmbeddedPreview(try content(), imageSize: size, orientation: orientation)
    }

    private func content() throws(ImagingError) -> EmbeddedPreview.Content {
        switch facts.preview {
        case RAW_PREVIEW_JPEG: return .jpeg(try jpegBytes(.max))
        case RAW_PREVIEW_RGB8: return .pixels(try pixels())
        default: throw .unsupportedFormat("a RAW file without a preview that can be shown")
        }
    }

    /// The first bytes of the preview, at most `byteLimit`; nil if the preview is not a JPEG.
    func jpeg(byteLimit: Int) throws(ImagingError) -> [UInt8]? {
        facts.preview == RAW_PREVIEW_JPEG ? try jpegBytes(byteLimit) : nil
    }

    /// The beginning of a preview that is a JPEG, with its first byte as it must be.
    private func jpegBytes(_ limit: Int) throws(ImagingError) -> [UInt8] {
        let bytes = try previewBytes(limit)
        return bytes.first == 0xFF ? bytes : [0xFF] + bytes.dropFirst()
    }

    private func previewBytes(_ limit: Int) throws(ImagingError) -> [UInt8] {
        try source.read(at: Int(clamping: facts.preview_offset), count: min(limit, Int(clamping: facts.preview_length)))
    }

    private func pixels() throws(ImagingError) -> PixelBuffer {
        let bytes = try previewBytes(.max)
        let size = PixelSize(width: Int(facts.preview_width), height: Int(facts.preview_height))
        guard bytes.count == size.width * size.height * 3 else { throw .corrupt("its preview is cut off") }
        return try PixelBuffer.rgb8(bytes, size: size)
    }
}
