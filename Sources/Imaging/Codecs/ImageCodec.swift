public import PhotoModel

/// Everything that is known about some formats: how their files begin, and how their headers, metadata and pixels are
/// read.
///
/// To use a codec, add it to the list that an `ImageDecoder` is given; nothing else in this module distinguishes
/// formats. Codecs that need a library of their own are in modules of their own. A codec is a value without state,
/// which many threads use at once.
///
/// Every function has a default for what a codec does not read: it throws `unsupportedFormat` or returns nil.
public protocol ImageCodec: Sendable {
    /// The formats whose files it reads, even if the library for that is not installed on this system.
    var formats: [MediaFormat] { get }

    /// The format of a file by its first bytes; nil if it is none of this codec's formats.
    func sniff(_ head: FileHead) -> MediaFormat?

    /// Like `sniff`, for files with other bytes before their beginning. Called if no codec knows the file by its first
    /// bytes.
    func sniffDisplaced(_ head: FileHead) -> MediaFormat?

    /// The actual format of a file, if its first bytes leave open which of the codec's formats it is.
    func refined(_ format: MediaFormat, of source: ImageSource) -> MediaFormat

    /// What it does with files of one of its formats on this system.
    func support(for format: MediaFormat) -> FormatSupport

    /// The codec for one image inside such files instead of the main one, by its number in the file. Nil if files have
    /// only one image.
    func codec(forItem id: Int) -> (any ImageCodec)?

    /// Like `ImageDecoder.header(of:cancellation:)`. It is cheap, and ignores limits.
    func header(of file: ImageFile) throws(ImagingError) -> ImageHeader

    /// The same for a codec whose headers may be long; by default, `header(of:)`, which is not cancelled.
    func header(of file: ImageFile, cancellation: Cancellation) throws(ImagingError) -> ImageHeader

    /// Like `ImageDecoder.metadata(of:cancellation:)`.
    func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata

    /// The same for a codec whose headers may be long; by default, `metadata(of:)`, which is not cancelled.
    func metadata(of file: ImageFile, cancellation: Cancellation) throws(ImagingError) -> ImageMetadata

    /// Like `ImageDecoder.exifBlock(of:)`.
    func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]?

    /// Like `ImageDecoder.motionPhoto(of:_:metadata:)`.
    func motionPhoto(of source: ImageSource, metadata: ImageMetadata?) -> MotionPhoto?

    /// Whether its images may be animated.
    var hasAnimations: Bool { get }

    /// Like `ImageDecoder.animation(of:_:)`.
    func animation(of file: ImageFile) throws(ImagingError) -> ImageAnimation?

    /// Like `ImageDecoder.items(of:)`.
    func items(of file: ImageFile) throws(ImagingError) -> [ImageItem]

    /// Like `ImageDecoder.embeddedThumbnail(of:cancellation:)`. If it was cancelled, nil will do.
    func embeddedThumbnail(
        of file: ImageFile, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer?

    /// How many times smaller than stored an image is when it is decoded many times as quickly; 1 if there is no such size.
    var quickReduction: Int { get }

    /// Like `ImageSource.withoutLocation()`.
    func withoutLocation(_ file: ImageFile) throws(ImagingError) -> LocationFreeJPEG

    /// Like `ImageDecoder.renderWithDiagnostics`. The codec checks the limits on pixels, bytes and memory; the time
    /// limit is part of `cancellation`.
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

    public func header(of file: ImageFile, cancellation: Cancellation) throws(ImagingError) -> ImageHeader {
        try header(of: file)
    }

    public func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        throw .unsupportedFormat("the metadata of \(file.format.title)")
    }

    public func metadata(of file: ImageFile, cancellation: Cancellation) throws(ImagingError) -> ImageMetadata {
        try metadata(of: file)
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
        of file: ImageFile, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer? { nil }

    public var quickReduction: Int { 1 }

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
    /// What the user can do if pixels are not decoded, in one sentence; nil if nothing would help.
    public let advice: String?

    public init(readsHeader: Bool, readsMetadata: Bool, decodesPixels: Bool, advice: String? = nil) {
        self.readsHeader = readsHeader
        self.readsMetadata = readsMetadata
        self.decodesPixels = decodesPixels
        self.advice = advice
    }

    /// Header, metadata and pixels are read.
    public static let complete = FormatSupport(readsHeader: true, readsMetadata: true, decodesPixels: true)
    /// Files are recognized, but not read.
    public static let none = FormatSupport(readsHeader: false, readsMetadata: false, decodesPixels: false)
}

extension MediaFormat {
    /// The error when the location cannot be removed from a file of this format.
    package var hasPlaceForGood: ImagingError {
        .unsupportedFormat("\(title) (the place can be taken out of JPEG only)")
    }
}
