/// What camera and editors wrote about an image. Whatever is absent or makes no sense is nil.
public struct ImageMetadata: Hashable, Sendable {
    public var orientation: Orientation = .upright
    /// When the picture was taken, by the camera's clock.
    public var dateTimeOriginal: WallClockTime?
    /// When the picture was digitised, by the same clock; differs for scans.
    public var dateTimeDigitized: WallClockTime?
    public var location: GeographicLocation?
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
    public var imageDescription: String?
    public var userComment: String?

    public init() {}
}
