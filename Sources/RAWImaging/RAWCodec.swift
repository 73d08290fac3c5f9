public import Imaging
public import PhotoModel

/// Shows RAW files by the largest preview that the camera put into them, which LibRaw finds. The sensor's data is not
/// decoded.
///
/// The size of such an image is that of the photo, as the camera's own images have it: what a person asks for when
/// they ask how large it is. Its image is as large as the preview, which is smaller in some files.
public struct RAWCodec: ImageCodec {
    public let formats = MediaFormat.allCases.filter { $0.kind == .raw }
    /// Reads what those formats say that are built on TIFF.
    private let tiff = TIFFCodec()
    private let others = RecognizedStills()

    public init() {}

    public func support(for format: MediaFormat) -> FormatSupport {
        guard let problem = RAWLibrary.problem else { return .complete }
        return FormatSupport(
            readsHeader: false, readsMetadata: tiff.formats.contains(format), decodesPixels: false, advice: problem)
    }

    public func header(of file: ImageFile) throws(ImagingError) -> ImageHeader {
        try RAWFile(file.source).header(file.format)
    }

    /// TIFF's tags, where the file has them at its beginning; else those of the JPEG inside, and what LibRaw reads.
    public func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        if tiff.formats.contains(file.format) { return try tiff.metadata(of: file) }
        let raw = try RAWFile(file.source)
        // What is said of the photo comes before its pixels.
        if file.format == .raf, let jpeg = try raw.jpeg(byteLimit: 1 << 20),
            let metadata = try? ImageDecoder().metadata(of: ImageSource(bytes: jpeg))
        {
            return metadata
        }
        return raw.metadata()
    }

    public func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? {
        tiff.formats.contains(file.format) ? try tiff.exifBlock(of: file) : try others.exifBlock(of: file)
    }

    public func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        try limits.check(fileBytes: file.source.byteCount)
        let preview = try RAWFile(file.source).preview(byteLimit: limits.maxMemoryBytes)
        return try preview.render(request, limits: limits, cancellation: cancellation)
    }
}
