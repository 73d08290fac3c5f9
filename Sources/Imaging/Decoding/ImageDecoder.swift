public import PhotoModel

/// Reads headers, metadata, thumbnails and pixels of image files with the codecs that it is given.
///
/// A value without state: use one from as many threads as there are. Per-thread working memory is kept
/// between calls and freed when the thread ends.
public struct ImageDecoder: Sendable {
    public let limits: ImageLimits
    /// The codecs. If several read a format, the last one is used.
    public let codecs: [any ImageCodec]
    /// How images are stored, if something beside their files says so; nil: as the files themselves say.
    public var orientation: Orientation?

    /// - Parameter codecs: `.builtIn` reads what needs no library of its own; add those of other modules after it.
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

    /// Reads what the image says about itself, usually only the first 64 KiB of the file.
    ///
    /// - Throws: `unsupportedFormat` for other formats, `corrupt` when the header is invalid, `io`.
    ///   Limits are not applied, since the header of a large image is as cheap as any.
    public func header(of source: ImageSource) throws(ImagingError) -> ImageHeader {
        let (file, codec) = try open(source)
        let header = try codec.header(of: file)
        return orientation.map { header.turned($0) } ?? header
    }

    /// Reads what a camera, programs and people wrote: EXIF, XMP and IPTC, or the equivalent in other formats.
    ///
    /// Damaged metadata is not an error: it is read up to the damage.
    ///
    /// - Throws: `unsupportedFormat` for formats whose metadata is not read, `corrupt` when the image's own structure
    ///   is broken, `io`.
    public func metadata(of source: ImageSource) throws(ImagingError) -> ImageMetadata {
        let (file, codec) = try open(source)
        return try codec.metadata(of: file)
    }

    /// The EXIF block of a file, from its TIFF header on; nil when it has none.
    ///
    /// - Throws: `unsupportedFormat` for formats whose metadata is not read, `corrupt`, `io`.
    public func exifBlock(of source: ImageSource) throws(ImagingError) -> [UInt8]? {
        let (file, codec) = try open(source)
        return try codec.exifBlock(of: file)
    }

    /// The images in a file that can have several, the main one first.
    ///
    /// - Throws: `unsupportedFormat` for files that are not HEIF, `corrupt`, `tooLarge`, `io`.
    public func items(of source: ImageSource) throws(ImagingError) -> [ImageItem] {
        let (file, codec) = try open(source)
        return try codec.items(of: file)
    }

    /// The video after a still image in the same file; nil when there is none, or none that begins as a video does.
    ///
    /// It is looked for in the places that formats have for it: where XMP says (Motion Photo format 1.0, and MicroVideo before it), in
    /// the trailer of Samsung's phones, and in the box `mpvd` of HEIF files.
    ///
    /// - Parameters:
    ///   - format: of the file.
    ///   - metadata: of the same file; nil when none was read.
    public func motionPhoto(of source: ImageSource, _ format: MediaFormat, metadata: ImageMetadata?) -> MotionPhoto? {
        codec(for: format)?.motionPhoto(of: source, metadata: metadata)
    }

    /// The animation of which `render` gives the first frame; nil when the image is not animated. This reads a little of each
    /// frame.
    ///
    /// - Parameter format: of the file.
    public func animation(of source: ImageSource, _ format: MediaFormat) -> ImageAnimation? {
        guard let codec = codec(for: format), codec.hasAnimations else { return nil }
        let file = try? ImageFile(source, codecs: codecs)
        return file.flatMap { try? codec.animation(of: $0) }
    }

    /// The upright thumbnail that the camera embedded.
    ///
    /// Besides what `header(of:)` reads, this reads at most 64 KiB. EXIF's thumbnail, of JPEG, PNG and WebP, is decoded
    /// from the first 64 KiB of the file, which the header takes anyway. Where a JPEG has none of use there, but an
    /// index of more images (MPF, CIPA DC-007) that names a large thumbnail of at most 64 KiB, that one is read, at
    /// once, from its place.
    ///
    /// Nil when there is none, when it is broken, reaches beyond those bytes, or when its shape says that an editor
    /// that changed the image did not change it. Cameras put images of other shapes on 160x120 pixels between black
    /// bars: the bars are cut off where they are really black. A JPEG cannot stand in for an image with alpha.
    ///
    /// - Throws: As `header(of:)`.
    public func embeddedThumbnail(of source: ImageSource) throws(ImagingError) -> PixelBuffer? {
        let (file, codec) = try open(source)
        guard let thumbnail = try codec.embeddedThumbnail(of: file, limits: limits) else { return nil }
        return try turn(file, codec)?.applied(to: thumbnail, .never) ?? thumbnail
    }

    /// Decodes, turns upright, crops and scales.
    ///
    /// JPEG gives YCbCr, or gray: 4:2:0 when it was scaled, as stored when it was not. PNG gives gray, RGB, or
    /// RGBA when it has transparency. WebP gives RGB or RGBA, GIF gives RGBA. Other codecs give what suits their
    /// format.
    ///
    /// Damaged files give what could be decoded; `renderWithDiagnostics` says what is wrong. The rest is filled so that
    /// viewers do not take it for a part of the photo: middle gray, or transparent in PNG and GIF with alpha. A
    /// progressive JPEG that is cut off after its first scan has all of the image, less sharp. A damaged WebP is an
    /// error.
    ///
    /// - Parameter cancellation: Asked every few milliseconds, on the calling thread.
    /// - Throws: `tooLarge` before anything is decoded when the limits do not allow it, `timedOut`,
    ///   `unsupportedFormat`, `corrupt`, `invalidRequest`, `cancelled`, `io`, `outOfMemory`.
    public func render(
        _ source: ImageSource, _ request: RenderRequest, cancellation: Cancellation = .never
    ) throws(ImagingError) -> PixelBuffer {
        try renderWithDiagnostics(source, request, cancellation: cancellation).buffer
    }

    /// Like `render`, and also says what was wrong with the file.
    public func renderWithDiagnostics(
        _ source: ImageSource, _ request: RenderRequest, cancellation: Cancellation = .never
    ) throws(ImagingError) -> RenderedImage {
        try limits.timed(cancellation) { cancellation throws(ImagingError) in
            let (file, codec) = try open(source)
            guard let turn = try turn(file, codec) else {
                return try codec.render(file, request, limits: limits, cancellation: cancellation)
            }
            return try turn.rendered(request, limits, cancellation) { (inner) throws(ImagingError) in
                try codec.render(file, inner, limits: limits, cancellation: cancellation)
            }
        }
    }

    /// How the image has to be turned after the codec turned it as its file says; nil if it need not be.
    private func turn(_ file: ImageFile, _ codec: any ImageCodec) throws(ImagingError) -> FurtherTurn? {
        guard let orientation else { return nil }
        return FurtherTurn(from: try codec.header(of: file), to: orientation)
    }

    /// Like `ImageSource.withoutLocation()`.
    func withoutLocation(_ source: ImageSource) throws(ImagingError) -> LocationFreeJPEG {
        let (file, codec) = try open(source)
        return try codec.withoutLocation(file)
    }
}
