public import Imaging
public import PhotoModel

/// Reads HEIC, HEIF and AVIF with libheif, and some of their images with FFmpeg's libraries (see `HEIFImageDecoder`).
///
/// `Imaging` reads the container. libheif gets one coded image at a time, in a minimal file that is made for it, and returns
/// planes. So the tiles of an image can be decoded on several threads, and only the needed ones; rotation and cropping are
/// applied once, together with scaling; and most of what a malformed file could contain never reaches the library.
public struct HEIFCodec: ImageCodec {
    private let decoder = HEIFImageDecoder()
    /// The image to read, by its number in the file; nil: the main one.
    private let item: Int?
    /// Reads everything but the pixels.
    private let container: HEIFContainerCodec
    private let threads: DecodingThreads

    public init() { self.init(threads: .shared) }

    package init(item: Int? = nil, threads: DecodingThreads) {
        self.item = item
        container = HEIFContainerCodec(item: item)
        self.threads = threads
    }

    public var formats: [MediaFormat] { container.formats }

    public func codec(forItem id: Int) -> (any ImageCodec)? { HEIFCodec(item: id, threads: threads) }

    public func header(of file: ImageFile) throws(ImagingError) -> ImageHeader { try container.header(of: file) }

    public func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata { try container.metadata(of: file) }

    public func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? { try container.exifBlock(of: file) }

    public func motionPhoto(of source: ImageSource, metadata: ImageMetadata?) -> MotionPhoto? {
        container.motionPhoto(of: source, metadata: metadata)
    }

    public var hasAnimations: Bool { container.hasAnimations }

    public func animation(of file: ImageFile) throws(ImagingError) -> ImageAnimation? {
        try container.animation(of: file)
    }

    public func items(of file: ImageFile) throws(ImagingError) -> [ImageItem] { try container.items(of: file) }

    public func embeddedThumbnail(
        of file: ImageFile, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer? {
        try HEIFFile(file, item: item).thumbnail(decoder, limits: limits, cancellation: cancellation)
    }

    public func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        try HEIFFile(file, item: item).render(
            request, decoder, limits: limits, threads: threads, cancellation: cancellation)
    }
}
