public import Imaging
public import PhotoModel

/// Reads videos: their facts, and a poster of each.
public struct VideoCodec: ImageCodec {
    public let formats = MediaFormat.allCases.filter { VideoFile.kind(of: $0) != nil }

    public init() {}

    /// Everything is supported if the libraries are installed, otherwise nothing.
    public func support(for format: MediaFormat) -> FormatSupport {
        if VideoLibraries.areInstalled { return .complete }
        return FormatSupport(
            readsHeader: false, readsMetadata: false, decodesPixels: false, advice: VideoLibraries.advice)
    }

    /// - Throws: `unsupportedFormat` if there is no frame (sound only), or it is encrypted.
    public func header(of file: ImageFile) throws(ImagingError) -> ImageHeader {
        try header(of: file, cancellation: .never)
    }

    /// - Throws: the errors of `header(of:)`, and `cancelled`.
    public func header(of file: ImageFile, cancellation: Cancellation) throws(ImagingError) -> ImageHeader {
        try VideoFile.with(file.source, cancellation: cancellation) { video throws(ImagingError) in
            let description = video.description
            return ImageHeader(
                format: description.format, storedSize: try description.requiredSize(),
                orientation: description.orientation, hasAlpha: false, isProgressive: false, colorComponents: 3,
                bitsPerComponent: description.bitsPerComponent, hasColorProfile: false)
        }
    }

    /// The metadata of a video, including `ImageMetadata.video`. The video need not have frames.
    public func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        try metadata(of: file, cancellation: .never)
    }

    /// - Throws: the errors of `metadata(of:)`, and `cancelled`.
    public func metadata(of file: ImageFile, cancellation: Cancellation) throws(ImagingError) -> ImageMetadata {
        var metadata = try VideoFile.with(file.source, cancellation: cancellation) { video throws(ImagingError) in
            try ImageMetadata(video)
        }
        metadata.addDocument(ofVideo: file)
        metadata.addXMP(ofVideo: file)
        return metadata
    }

    /// Renders the first key frame that is not black or of a single colour.
    ///
    /// The limit on the size of files does not apply: a video is never read completely.
    public func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        try VideoFile.with(file.source, cancellation: cancellation) { video throws(ImagingError) in
            try PosterRenderer(file: video, request: request, limits: limits).render(at: nil)
        }
    }

    /// The facts of a video, the same as in `ImageMetadata.video`.
    ///
    /// - Throws: the errors of `metadata(of:)`.
    public func facts(
        of source: ImageSource, cancellation: Cancellation = .never
    ) throws(ImagingError) -> VideoFacts {
        try VideoFile.with(source, cancellation: cancellation) { video throws(ImagingError) in VideoFacts(video) }
    }

    /// Renders the frame that is shown at `time`, in seconds from the beginning; after the end, the last one. Nil: the
    /// first one that is suitable as a poster.
    ///
    /// - Throws: the errors of `ImageDecoder.render`.
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
