public import Imaging

/// Reads videos: their facts, and a frame that stands for each.
public struct VideoCodec: ImageCodec {
    public init() {}

    /// The codec, where the system has the libraries for it.
    public static var available: [any ImageCodec] { VideoLibraries.areInstalled ? [VideoCodec()] : [] }

    /// Uniform type identifiers of the videos that are read here: none without the libraries.
    public static var availableFormats: [String] {
        guard VideoLibraries.areInstalled else { return [] }
        return MediaFormat.allCases.filter { VideoFile.kind(of: $0) != nil }.map(\.uniformTypeIdentifier)
    }

    public func reads(_ format: MediaFormat) -> Bool { VideoFile.kind(of: format) != nil }

    /// - Throws: `unsupportedFormat` when there is no picture (sound only), or it is encrypted.
    public func header(of source: ImageSource) throws(ImagingError) -> ImageHeader {
        try VideoFile.with(source, isCancelled: { false }) { file throws(ImagingError) in
            let description = file.description
            return ImageHeader(
                format: description.format, storedSize: try description.requiredSize(),
                orientation: description.orientation, hasAlpha: false, isProgressive: false, colorComponents: 3,
                bitsPerComponent: description.bitsPerComponent, hasColorProfile: false)
        }
    }

    /// What the file says of itself, `ImageMetadata.video` included; also of one without a picture.
    public func metadata(of source: ImageSource) throws(ImagingError) -> ImageMetadata {
        try VideoFile.with(source, isCancelled: { false }) { file throws(ImagingError) in ImageMetadata(file) }
    }

    /// Renders the first key frame that is neither black nor of one colour.
    ///
    /// The limit on the file's size does not count: a video is never read whole.
    public func render(
        _ source: ImageSource, _ request: RenderRequest, limits: ImageLimits, isCancelled: () -> Bool
    ) throws(ImagingError) -> RenderedImage {
        try VideoFile.with(source, isCancelled: isCancelled) { file throws(ImagingError) in
            try PosterRenderer(file: file, request: request, limits: limits).render(at: nil)
        }
    }

    /// Renders the frame that is on the screen at `time`, in seconds from the beginning; the last one behind the end. Nil:
    /// the first good one.
    ///
    /// - Throws: as `ImageDecoder.render`.
    public func renderFrame(
        of source: ImageSource, at time: Double?, _ request: RenderRequest, limits: ImageLimits,
        isCancelled: () -> Bool = { false }
    ) throws(ImagingError) -> RenderedImage {
        try limits.timed(isCancelled) { isCancelled throws(ImagingError) in
            try VideoFile.with(source, isCancelled: isCancelled) { file throws(ImagingError) in
                try PosterRenderer(file: file, request: request, limits: limits).render(at: time)
            }
        }
    }
}
