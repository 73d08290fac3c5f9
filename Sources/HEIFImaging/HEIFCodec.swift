public import Imaging
public import Pixels

/// Reads HEIC, HEIF and AVIF with libheif.
///
/// The container is read by `Imaging`; libheif gets one coded picture after the other, in a file of its own that is made
/// for it, and gives planes. So the tiles of a picture are decoded on several threads and only those that are wanted,
/// what turns and cuts a picture is applied once and while it is scaled, and most of what a malformed file may try never
/// reaches the library.
public struct HEIFCodec: ImageCodec {
    private let decoder = LibheifDecoder()
    /// The image of a file that is meant; nil: the main one.
    private let item: Int?
    private let threads: DecodingThreads

    public init() { self.init(threads: .shared) }

    package init(item: Int? = nil, threads: DecodingThreads) {
        self.item = item
        self.threads = threads
    }

    public func codec(forItem id: Int) -> (any ImageCodec)? { HEIFCodec(item: id, threads: threads) }

    public func reads(_ format: MediaFormat) -> Bool { [.heic, .heif, .avif].contains(format) }

    public func header(of source: ImageSource) throws(ImagingError) -> ImageHeader {
        try HEIFFile(source, item: item).header()
    }

    public func metadata(of source: ImageSource) throws(ImagingError) -> ImageMetadata {
        try ImageDecoder().metadata(of: source)
    }

    public func embeddedThumbnail(
        of source: ImageSource, limits: ImageLimits
    ) throws(ImagingError) -> PixelBuffer? {
        try HEIFFile(source, item: item).thumbnail(decoder, limits: limits)
    }

    public func render(
        _ source: ImageSource, _ request: RenderRequest, limits: ImageLimits, isCancelled: () -> Bool
    ) throws(ImagingError) -> RenderedImage {
        try HEIFFile(source, item: item).render(
            request, decoder, limits: limits, threads: threads, isCancelled: isCancelled)
    }
}
