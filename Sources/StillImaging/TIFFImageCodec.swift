public import Imaging
public import PhotoModel

/// Reads TIFF with libtiff: the first image of a file.
public struct TIFFImageCodec: ImageCodec {
    public let formats: [MediaFormat] = [.tiff]
    /// Reads what the tags say.
    private let tags = TIFFCodec()

    public init() {}

    public func support(for format: MediaFormat) -> FormatSupport { FormatSupport(.libtiff) }

    public func header(of file: ImageFile) throws(ImagingError) -> ImageHeader {
        try TIFFDecoder(file.source, .standard).header
    }

    public func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata { try tags.metadata(of: file) }

    public func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? { try tags.exifBlock(of: file) }

    public func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        try limits.check(fileBytes: file.source.byteCount)
        let decoder = try TIFFDecoder(file.source, limits, cancellation)
        return try RowRenderer(decoder: decoder, header: decoder.header, request: request, limits: limits)
            .render(file.source, cancellation)
    }
}
