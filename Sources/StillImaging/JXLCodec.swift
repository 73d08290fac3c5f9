internal import CStills
public import Imaging
public import PhotoModel

/// Reads JPEG XL with libjxl; of animations the first frame.
public struct JXLCodec: ImageCodec {
    public let formats: [MediaFormat] = [.jxl]
    /// Reads what the boxes say.
    private let container = JXLContainerCodec()

    public init() {}

    public func support(for format: MediaFormat) -> FormatSupport { FormatSupport(.libjxl) }

    public func header(of file: ImageFile) throws(ImagingError) -> ImageHeader { try JXLFile(file.source).header }

    public func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata { try container.metadata(of: file) }

    public func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? { try container.exifBlock(of: file) }

    public func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        try limits.check(fileBytes: file.source.byteCount)
        let jxl = try JXLFile(file.source)
        try limits.check(pixels: jxl.header.storedSize)
        return try WholeImageRenderer(decoder: jxl, header: jxl.header, request: request, limits: limits)
            .render(file.source, cancellation)
    }
}
