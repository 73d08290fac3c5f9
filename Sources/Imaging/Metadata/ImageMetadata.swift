public import PhotoModel

/// What the camera, programs and people wrote about an image. Whatever is absent or invalid is nil.
///
/// The same thing may be in EXIF, IPTC and XMP; docs/decisions/0010-metadata-libraries.md says which one counts.
public struct ImageMetadata: Hashable, Sendable {
    public var orientation: Orientation = .upright
    /// When the image was taken, by the camera's clock.
    public var dateTimeOriginal: CivilTime?
    /// When the image was digitised, by the same clock; differs for scans.
    public var dateTimeDigitized: CivilTime?
    /// When a camera or a program last wrote the image, by that device's clock.
    public var dateTimeChanged: CivilTime?
    /// Where the image was taken.
    public var location: Location?
    /// Altitude of that location, in metres above sea level.
    public var altitude: Double?
    /// The time of the receiver that determined that location, in UTC.
    public var receiverTime: CivilTime?
    public var make: String?
    public var model: String?
    public var lens: String?
    /// In seconds.
    public var exposureTime: Double?
    /// The aperture as the N of f/N.
    public var fNumber: Double?
    /// Sensitivity by ISO 12232.
    public var isoSpeed: Int?
    /// In millimetres, not converted to another film size.
    public var focalLength: Double?
    public var software: String?
    public var title: String?
    /// The caption.
    public var imageDescription: String?
    public var userComment: String?
    /// In the order of the file, without duplicates.
    public var keywords: [String] = []
    /// 0…5; 0 if a rating was removed.
    public var rating: Int?
    /// Whether the photo was rejected.
    public var isRejected = false
    /// Whether the image was made from a sweep, or shows a sphere.
    public var isPanorama = false
    /// Whether the image was made from several exposures, or has a gain map for brighter screens.
    public var isHDR = false
    public var isScreenshot = false
    /// An identifier that the photos of one burst share, as the camera wrote it.
    public var burstIdentifier: String?
    /// The video after the image, when XMP names it and it exists.
    public var motionPhoto: MotionPhoto?
    /// The facts of a video; nil for images.
    public var video: VideoFacts?
    /// Whether a video was recorded at a higher frame rate than it is played at, for slow motion.
    public var isHighFrameRate = false
    /// Whether a video was recorded at a lower frame rate than it is played at.
    public var isTimelapse = false
    /// An identifier that Apple's cameras write into both parts of a Live Photo.
    public var contentIdentifier: String?

    public init() {}
}
