public import Pixels

/// Reads formats that `ImageDecoder` does not read by itself: those for which a library is needed that not every backend
/// links.
///
/// A codec is handed to `ImageDecoder(limits:codecs:)` and serves from then on as if it were built in: its formats have
/// headers, metadata, embedded thumbnails and pixels like JPEG has. A value without state, used from many threads at
/// once.
public protocol ImageCodec: Sendable {
    /// Whether this codec reads such files.
    func reads(_ format: MediaFormat) -> Bool

    /// The codec for one of the images in such files, by the file's own number, instead of the main one. Nil where files
    /// have one image.
    func codec(forItem id: Int) -> (any ImageCodec)?

    /// As `ImageDecoder.header(of:)`: cheap, and without regard to limits.
    func header(of source: ImageSource) throws(ImagingError) -> ImageHeader

    /// As `ImageDecoder.metadata(of:)`.
    func metadata(of source: ImageSource) throws(ImagingError) -> ImageMetadata

    /// As `ImageDecoder.embeddedThumbnail(of:)`.
    func embeddedThumbnail(of source: ImageSource, limits: ImageLimits) throws(ImagingError) -> PixelBuffer?

    /// As `ImageDecoder.renderWithDiagnostics`. The codec keeps to the limits of pixels, bytes and memory; the limit of
    /// time comes through `isCancelled`.
    func render(
        _ source: ImageSource, _ request: RenderRequest, limits: ImageLimits, isCancelled: () -> Bool
    ) throws(ImagingError) -> RenderedImage
}

extension ImageCodec {
    public func codec(forItem id: Int) -> (any ImageCodec)? { nil }

    public func metadata(of source: ImageSource) throws(ImagingError) -> ImageMetadata {
        throw .unsupportedFormat("the metadata of a file that a codec reads")
    }

    public func embeddedThumbnail(
        of source: ImageSource, limits: ImageLimits
    ) throws(ImagingError) -> PixelBuffer? { nil }
}
