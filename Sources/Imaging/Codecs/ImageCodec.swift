public import PhotoModel

/// Everything that is known about some formats: how their files begin, and how header, metadata and pixels are read.
///
/// To use a codec, add it to the list that an `ImageDecoder` is given; nothing else in this module distinguishes formats.
/// Codecs that need a library of their own are in modules of their own. A codec is a value without state, used from many
/// threads at once.
///
/// Every function has a default, for what a codec does not read: it throws `unsupportedFormat` or returns nil.
public protocol ImageCodec: Sendable {
    /// The formats whose files it reads, even if this system lacks the library for that.
    var formats: [MediaFormat] { get }

    /// Which of its formats a file has, by the first bytes; nil when it has none of them.
    func sniff(_ head: FileHead) -> MediaFormat?

    /// The same for files with junk before their first bytes. Called when no codec knows the file by its first bytes.
    func sniffDisplaced(_ head: FileHead) -> MediaFormat?

    /// Which of its formats a file really has, if the first bytes leave open which of them it is.
    func refined(_ format: MediaFormat, of source: ImageSource) -> MediaFormat

    /// What it does with files of one of its formats on this system.
    func support(for format: MediaFormat) -> FormatSupport

    /// The codec for one of the images in such files instead of the main one, by the file's own number for it. Nil when
    /// files have only one image.
    func codec(forItem id: Int) -> (any ImageCodec)?

    /// As `ImageDecoder.header(of:)`. It is cheap, and ignores limits.
    func header(of file: ImageFile) throws(ImagingError) -> ImageHeader

    /// As `ImageDecoder.metadata(of:)`.
    func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata

    /// As `ImageDecoder.exifBlock(of:)`.
    func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]?

    /// As `ImageDecoder.motionPhoto(of:_:metadata:)`.
    func motionPhoto(of source: ImageSource, metadata: ImageMetadata?) -> MotionPhoto?

    /// Whether its images may be animated.
    var hasAnimations: Bool { get }

    /// As `ImageDecoder.animation(of:_:)`.
    func animation(of file: ImageFile) throws(ImagingError) -> ImageAnimation?

    /// As `ImageDecoder.items(of:)`.
    func items(of file: ImageFile) throws(ImagingError) -> [ImageItem]

    /// As `ImageDecoder.embeddedThumbnail(of:)`.
    func embeddedThumbnail(of file: ImageFile, limits: ImageLimits) throws(ImagingError) -> PixelBuffer?

    /// As `ImageSource.withoutLocation()`.
    func withoutLocation(_ file: ImageFile) throws(ImagingError) -> LocationFreeJPEG

    /// As `ImageDecoder.renderWithDiagnostics`. The codec checks the limits on pixels, bytes and memory; the time limit
    /// comes through `cancellation`.
    func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage
}

extension ImageCodec {
    public func sniff(_ head: FileHead) -> MediaFormat? { nil }

    public func sniffDisplaced(_ head: FileHead) -> MediaFormat? { nil }

    public func refined(_ format: MediaFormat, of source: ImageSource) -> MediaFormat { format }

    public func support(for format: MediaFormat) -> FormatSupport { .complete }

    public func codec(forItem id: Int) -> (any ImageCodec)? { nil }

    public func header(of file: ImageFile) throws(ImagingError) -> ImageHeader {
        throw .unsupportedFormat(file.format.title)
    }

    public func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        throw .unsupportedFormat("the metadata of \(file.format.title)")
    }

    public func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? {
        throw .unsupportedFormat("the metadata of \(file.format.title)")
    }

    public func motionPhoto(of source: ImageSource, metadata: ImageMetadata?) -> MotionPhoto? { nil }

    public var hasAnimations: Bool { false }

    public func animation(of file: ImageFile) throws(ImagingError) -> ImageAnimation? { nil }

    public func items(of file: ImageFile) throws(ImagingError) -> [ImageItem] {
        throw .unsupportedFormat(file.format.title)
    }

    public func embeddedThumbnail(
        of file: ImageFile, limits: ImageLimits
    ) throws(ImagingError) -> PixelBuffer? { nil }

    public func withoutLocation(_ file: ImageFile) throws(ImagingError) -> LocationFreeJPEG {
        throw file.format.hasPlaceForGood
    }

    public func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        throw .unsupportedFormat(file.format.title)
    }
}

/// What a codec does with files of a format on this system.
public struct FormatSupport: Hashable, Sendable {
    /// Whether size, orientation and the like are read without decoding pixels.
    public let readsHeader: Bool
    /// Whether metadata is read: what a camera and people wrote into the file.
    public let readsMetadata: Bool
    public let decodesPixels: Bool
    /// What to do if pixels are not decoded, in one sentence; nil when nothing would help.
    public let advice: String?

    public init(readsHeader: Bool, readsMetadata: Bool, decodesPixels: Bool, advice: String? = nil) {
        self.readsHeader = readsHeader
        self.readsMetadata = readsMetadata
        self.decodesPixels = decodesPixels
        self.advice = advice
    }

    /// Reads header, metadata and pixels.
    public static let complete = FormatSupport(readsHeader: true, readsMetadata: true, decodesPixels: true)
    /// Recognizes files, and reads nothing of them.
    public static let none = FormatSupport(readsHeader: false, readsMetadata: false, decodesPixels: false)
}

extension MediaFormat {
    /// The error for taking the place out of a file of this format.
    package var hasPlaceForGood: ImagingError {
        .unsupportedFormat("\(title) (the place can be taken out of JPEG only)")
    }
}
