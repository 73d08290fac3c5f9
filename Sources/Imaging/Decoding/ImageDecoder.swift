public import PhotoModel

/// Reads headers, metadata, thumbnails and pixels of image files with the codecs that it is given.
///
/// It is a value without state, so any number of threads can use it at the same time. Working memory is kept for each thread
/// between calls, and freed when the thread ends.
public struct ImageDecoder: Sendable {
    public let limits: ImageLimits
    /// The codecs. If several read a format, the last one is used.
    public let codecs: [any ImageCodec]
    /// The orientation of images if something beside their files, such as a sidecar, gives it; nil: that in the files.
    public var orientation: Orientation?

    /// - Parameter codecs: `.builtIn` reads formats that need no further library; add the codecs of other modules after it.
    public init(limits: ImageLimits = .standard, codecs: [any ImageCodec] = .builtIn) {
        self.limits = limits
        self.codecs = codecs
    }

    /// What can be read from files of a format on this system.
    public func support(for format: MediaFormat) -> FormatSupport {
        codec(for: format)?.support(for: format) ?? .none
    }

    private func codec(for format: MediaFormat) -> (any ImageCodec)? {
        codecs.last { $0.formats.contains(format) }
    }

    /// Opens a file: reads its first bytes, and finds its codec.
    private func open(_ source: ImageSource) throws(ImagingError) -> (file: ImageFile, codec: any ImageCodec) {
        let file = try ImageFile(source, codecs: codecs)
        guard let codec = codec(for: file.format) else { throw .unsupportedFormat(file.format.title) }
        return (file, codec)
    }

    /// Reads the header of the image, usually from only the first 64 KiB of the file.
    ///
    /// - Parameter cancellation: checked where headers may be long, as those of videos.
    /// - Throws: `unsupportedFormat` for other formats, `corrupt` when the header is invalid, `io`, `cancelled`.
    ///   Limits are not applied, since the header of a large image is as cheap as any.
    public func header(
        of source: ImageSource, cancellation: Cancellation = .never
    ) throws(ImagingError) -> ImageHeader {
        let (file, codec) = try open(source)
        let header = try codec.header(of: file, cancellation: cancellation)
        return orientation.map { header.turned($0) } ?? header
    }

    /// Reads the metadata that the camera, programs and people wrote: EXIF, XMP and IPTC, or their equivalents in other formats.
    ///
    /// Damaged metadata is not an error: it is read up to the damage.
    ///
    /// - Parameter cancellation: checked where headers may be long, as those of videos.
    /// - Throws: `unsupportedFormat` for formats whose metadata is not read, `corrupt` when the image's own structure
    ///   is broken, `io`, `cancelled`.
    public func metadata(
        of source: ImageSource, cancellation: Cancellation = .never
    ) throws(ImagingError) -> ImageMetadata {
        let (file, codec) = try open(source)
        return try codec.metadata(of: file, cancellation: cancellation)
    }

    /// The EXIF block of a file, from its TIFF header on; nil if the file has none.
    ///
    /// - Throws: `unsupportedFormat` for formats whose metadata is not read, `corrupt`, `io`.
    public func exifBlock(of source: ImageSource) throws(ImagingError) -> [UInt8]? {
        let (file, codec) = try open(source)
        return try codec.exifBlock(of: file)
    }

    /// The images in a file that can contain several, the main one first.
    ///
    /// - Throws: `unsupportedFormat` for files that are not HEIF, `corrupt`, `tooLarge`, `io`.
    public func items(of source: ImageSource) throws(ImagingError) -> [ImageItem] {
        let (file, codec) = try open(source)
        return try codec.items(of: file)
    }

    /// The video after a still image in the same file; nil if there is none, or if what is there does not begin like a video.
    ///
    /// The video is where XMP says (Motion Photo format 1.0, or its predecessor MicroVideo), in the trailer of Samsung's phones, or
    /// in the box `mpvd` of HEIF files.
    ///
    /// - Parameters:
    ///   - format: the format of the file.
    ///   - metadata: the metadata of the same file; nil if none was read.
    public func motionPhoto(of source: ImageSource, _ format: MediaFormat, metadata: ImageMetadata?) -> MotionPhoto? {
        codec(for: format)?.motionPhoto(of: source, metadata: metadata)
    }

    /// The animation whose first frame `render` delivers; nil if the image is not animated. This may read a little of each frame.
    ///
    /// - Parameter format: the format of the file.
    public func animation(of source: ImageSource, _ format: MediaFormat) -> ImageAnimation? {
        guard let codec = codec(for: format), codec.hasAnimations else { return nil }
        let file = try? ImageFile(source, codecs: codecs)
        return file.flatMap { try? codec.animation(of: $0) }
    }

    /// The upright thumbnail that the camera embedded.
    ///
    /// Besides what `header(of:)` reads, this reads at most 64 KiB. The thumbnail in the EXIF of JPEG, PNG and WebP is decoded
    /// from the first 64 KiB of the file, which are read for the header anyway. If a JPEG has no usable thumbnail there, but an
    /// index of further images (MPF, CIPA DC-007) that names a large thumbnail of at most 64 KiB, that one is read instead, in
    /// one read.
    ///
    /// Nil if there is no thumbnail, if it is damaged or extends beyond those bytes, or if its shape shows that an editor changed
    /// the image but not the thumbnail. Cameras put thumbnails of other shapes between black bars on 160 × 120 pixels; the bars
    /// are cut off if they are really black. Nil also for images with alpha, which a JPEG cannot represent.
    ///
    /// - Parameter cancellation: checked every few milliseconds, while the thumbnail is decoded.
    /// - Throws: as `header(of:)`; `cancelled`.
    public func embeddedThumbnail(
        of source: ImageSource, cancellation: Cancellation = .never
    ) throws(ImagingError) -> PixelBuffer? {
        let (file, codec) = try open(source)
        let found = try codec.embeddedThumbnail(of: file, limits: limits, cancellation: cancellation)
        guard let thumbnail = found else {
            // To codecs, a thumbnail that was not decoded to its end is a damaged one.
            try cancellation.throwIfCancelled()
            return nil
        }
        return try turn(file, codec, cancellation)?.applied(to: thumbnail, cancellation) ?? thumbnail
    }

    /// How many times smaller than stored an image is when `render` makes it many times as quickly; 1 if there is no such size.
    ///
    /// - Throws: as `header(of:)`.
    public func quickReduction(of source: ImageSource) throws(ImagingError) -> Int {
        try open(source).codec.quickReduction
    }

    /// Decodes, turns upright, crops and scales.
    ///
    /// The format of the result depends on that of the file. JPEG becomes YCbCr or gray; its chroma is 4:2:0 if the image was
    /// scaled, otherwise as stored. PNG becomes gray, RGB, or RGBA if it has transparency; WebP becomes RGB or RGBA, and GIF RGBA.
    /// Other codecs choose what suits their format.
    ///
    /// Of damaged files, as much as possible is decoded; `renderWithDiagnostics` reports what is wrong. The rest is filled with
    /// middle gray, or is transparent in PNG and GIF with alpha, so that viewers do not take it for a part of the photo. A
    /// progressive JPEG that is cut off after its first scan shows the whole image, less sharp. A damaged WebP is an error.
    ///
    /// - Parameter cancellation: checked every few milliseconds, on the calling thread.
    /// - Throws: `tooLarge` before anything is decoded if the limits do not allow it, `timedOut`,
    ///   `unsupportedFormat`, `corrupt`, `invalidRequest`, `cancelled`, `io`, `outOfMemory`.
    public func render(
        _ source: ImageSource, _ request: RenderRequest, cancellation: Cancellation = .never
    ) throws(ImagingError) -> PixelBuffer {
        try renderWithDiagnostics(source, request, cancellation: cancellation).buffer
    }

    /// Like `render`, and also reports what was wrong with the file.
    public func renderWithDiagnostics(
        _ source: ImageSource, _ request: RenderRequest, cancellation: Cancellation = .never
    ) throws(ImagingError) -> RenderedImage {
        try limits.timed(cancellation) { cancellation throws(ImagingError) in
            let (file, codec) = try open(source)
            guard let turn = try turn(file, codec, cancellation) else {
                return try codec.render(file, request, limits: limits, cancellation: cancellation)
            }
            return try turn.rendered(request, limits, cancellation) { (inner) throws(ImagingError) in
                try codec.render(file, inner, limits: limits, cancellation: cancellation)
            }
        }
    }

    /// How the image must be turned after its codec has turned it as the file says; nil if it need not be turned.
    private func turn(
        _ file: ImageFile, _ codec: any ImageCodec, _ cancellation: Cancellation
    ) throws(ImagingError) -> FurtherTurn? {
        guard let orientation else { return nil }
        return FurtherTurn(from: try codec.header(of: file, cancellation: cancellation), to: orientation)
    }

    /// Like `ImageSource.withoutLocation()`.
    func withoutLocation(_ source: ImageSource) throws(ImagingError) -> LocationFreeJPEG {
        let (file, codec) = try open(source)
        return try codec.withoutLocation(file)
    }
}
