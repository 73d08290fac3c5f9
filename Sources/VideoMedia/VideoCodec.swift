public import Imaging
public import PhotoModel

/// Reads videos: their facts, and a frame that stands for each.
public struct VideoCodec: ImageCodec {
    public let formats = MediaFormat.allCases.filter { VideoFile.kind(of: $0) != nil }

    public init() {}

    /// Everything where the system has the libraries, nothing where it lacks them.
    public func support(for format: MediaFormat) -> FormatSupport {
        if VideoLibraries.areInstalled { return .complete }
        return FormatSupport(
            readsHeader: false, readsMetadata: false, decodesPixels: false, advice: VideoLibraries.advice)
    }

    /// - Throws: `unsupportedFormat` when there is no frame (sound only), or it is encrypted.
    public func header(of file: ImageFile) throws(ImagingError) -> ImageHeader {
        try VideoFile.with(file.source, cancellation: .never) { video throws(ImagingError) in
            let description = video.description
            return ImageHeader(
                format: description.format, storedSize: try description.requiredSize(),
                orientation: description.orientation, hasAlpha: false, isProgressive: false, colorComponents: 3,
                bitsPerComponent: description.bitsPerComponent, hasColorProfile: false)
        }
    }

    /// What the file says of itself, `ImageMetadata.video` included; also of one without a frame.
    public func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        try VideoFile.with(file.source, cancellation: .never) { video throws(ImagingError) in try ImageMetadata(video) }
    }

    /// Renders the first key frame that is neither black nor of one colour.
    ///
    /// The limit on the file's size does not count: a video is never read whole.
    public func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        try VideoFile.with(file.source, cancellation: cancellation) { video throws(ImagingError) in
            try PosterRenderer(file: video, request: request, limits: limits).render(at: nil)
        }
    }

    /// The facts of a video, as `ImageMetadata.video`.
    ///
    /// - Throws: as `metadata(of:)`.
    public func facts(of source: ImageSource) throws(ImagingError) -> VideoFacts {
        try VideoFile.with(source, cancellation: .never) { video throws(ImagingError) in VideoFacts(video) }
    }

    /// Renders the frame that is on the screen at `time`, in seconds from the beginning; the last one after the end. Nil:
    /// the first good one.
    ///
    /// - Throws: as `ImageDecoder.render`.
    public func renderFrame(
        of source: ImageSource, at time: Double?, _ request: RenderRequest, limits: ImageLimits,
        cancellation: Cancellation = .never
    ) throws(ImagingError) -> RenderedImage {
        try limits.timed(cancellation) { cancellation throws(ImagingError) in
            try VideoFile.with(source, cancellation: cancellation) { file throws(ImagingError) in
                try PosterRenderer(file: file, request: request, limits: limits).render(at: time)
            }
        }
    }
}
