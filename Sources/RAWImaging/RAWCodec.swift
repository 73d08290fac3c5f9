public import Imaging
public import PhotoModel

/// Shows the largest preview that the camera stored in a RAW file, which LibRaw finds, except in those of Sigma's cameras. The
/// sensor's data is not decoded.
///
/// The header has the size of the photo, as users expect it and as the camera's JPEGs have it. The rendered image is only as
/// large as the preview, which is smaller in some files.
public struct RAWCodec: ImageCodec {
    public let formats = MediaFormat.allCases.filter { $0.kind == .raw }
    /// Reads the metadata of the formats that are based on TIFF.
    private let tiff = TIFFCodec()
    private let others = RecognizedStills()

    public init() {}

    public func support(for format: MediaFormat) -> FormatSupport {
        guard let problem = RAWLibrary.problem, format != .x3f else { return .complete }
        return FormatSupport(
            readsHeader: false, readsMetadata: tiff.formats.contains(format) || [.cr3, .mrw].contains(format),
            decodesPixels: false, advice: problem)
    }

    public func header(of file: ImageFile) throws(ImagingError) -> ImageHeader {
        if file.format == .x3f { return try X3FFile(file.source).header }
        return try RAWFile(file.source).header(file.format)
    }

    /// The tags of the file, if its format is based on TIFF, or has TIFF's directories in it (CR3, MRW). Otherwise, for RAF, the
    /// metadata of the JPEG inside; for X3F, the same and the file's own properties; for all others, what LibRaw reads.
    public func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        if tiff.formats.contains(file.format) { return try tiff.metadata(of: file) }
        if file.format == .cr3, let metadata = try CR3Metadata.metadata(of: file) { return metadata }
        if file.format == .mrw, let metadata = try MRWMetadata.metadata(of: file) { return metadata }
        if file.format == .x3f { return try X3FFile(file.source).metadata() }
        let raw = try RAWFile(file.source)
        // The beginning of the JPEG suffices, because its metadata comes before its pixels.
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
        let byteLimit = limits.maxMemoryBytes
        let preview =
            if file.format == .x3f {
                try X3FFile(file.source).preview(byteLimit: byteLimit)
            } else {
                try RAWFile(file.source).preview(byteLimit: byteLimit)
            }
        return try preview.render(request, limits: limits, cancellation: cancellation)
    }
}
