public import Imaging

/// Shows RAW files by the largest preview that the camera put into them, which LibRaw finds. The sensor's data is not
/// decoded.
///
/// The size of such an image is that of the photo, as the camera's own pictures have it: what a person asks for when
/// they ask how large it is. Its picture is as large as the preview, which is smaller in some files.
public struct RAWCodec: ImageCodec {
    /// The formats that are shown, where LibRaw is there.
    public static let formats = MediaFormat.allCases.filter { $0.kind == .raw }

    public init() {}

    public func reads(_ format: MediaFormat) -> Bool { format.kind == .raw && RAWLibrary.isUsable }

    public func header(of source: ImageSource) throws(ImagingError) -> ImageHeader {
        try RAWFile(source).header()
    }

    /// TIFF's tags, where the file has them at its beginning; else those of the JPEG inside, and what LibRaw tells.
    public func metadata(of source: ImageSource) throws(ImagingError) -> ImageMetadata {
        switch MediaFormat.sniff(try source.read(at: 0, count: MediaFormat.signatureLength)) {
        case .cr3: return try RAWFile(source).metadata()
        case .raf: return try fujifilmMetadata(of: source)
        default: return try ImageDecoder().metadata(of: source)
        }
    }

    private func fujifilmMetadata(of source: ImageSource) throws(ImagingError) -> ImageMetadata {
        let file = try RAWFile(source)
        // What is told of the photo stands before its picture.
        if let jpeg = try file.jpeg(byteLimit: 1 << 20),
            let metadata = try? ImageDecoder().metadata(of: ImageSource(bytes: jpeg))
        {
            return metadata
        }
        return file.metadata()
    }

    public func render(
        _ source: ImageSource, _ request: RenderRequest, limits: ImageLimits, isCancelled: () -> Bool
    ) throws(ImagingError) -> RenderedImage {
        guard source.byteCount <= limits.maxFileBytes else {
            throw .tooLarge("a file of \(source.byteCount) bytes, where \(limits.maxFileBytes) are allowed")
        }
        let preview = try RAWFile(source).preview(byteLimit: limits.maxMemoryBytes)
        return try preview.render(request, limits: limits, isCancelled: isCancelled)
    }
}
