public import PhotoModel

/// What a sidecar, a file beside a photo, says about the photo. Whatever is absent or invalid is nil.
public struct SidecarMetadata: Hashable, Sendable {
    /// How many bytes of an XMP sidecar are read.
    public static let xmpByteLimit = XMLDocument.byteLimit

    /// When the photo was taken, by the camera's clock.
    public var dateTimeOriginal: CivilTime?
    /// The known part of `dateTimeOriginal` if its day is unknown: `1975` or `1975-07`. Nil if the day is known.
    var knownPartOfDate: String?
    /// When the photo was taken, as a moment that depends on no time zone.
    public var moment: Timestamp?
    /// When the photo was digitised, by the clock of the device.
    public var dateTimeDigitized: CivilTime?
    public var location: Location?
    /// The altitude of that location, in metres above sea level.
    public var altitude: Double?
    /// The orientation of the image that the sidecar is named after.
    public var orientation: Orientation?
    /// 0…5
    public var rating: Int?
    public var isRejected = false
    public var isFavorite = false
    public var title: String?
    /// The caption.
    public var imageDescription: String?
    /// Without duplicates.
    public var keywords: [String] = []

    /// Metadata with nothing set.
    public init() {}

    /// Reads an XMP packet, up to any damage. Nothing is set if the bytes are no XMP packet.
    public init(xmp bytes: [UInt8]) {
        let packet = XMPPacket(bytes)
        // Earlier years stand for an unknown date.
        dateTimeOriginal = packet.dateTimeOriginal.flatMap { $0.year >= 1900 ? $0 : nil }
        knownPartOfDate = dateTimeOriginal == nil ? nil : packet.knownPartOfDate
        dateTimeDigitized = packet.dateTimeDigitized.flatMap { $0.year >= 1900 ? $0 : nil }
        location = packet.location
        altitude = location == nil ? nil : packet.altitude
        orientation = packet.orientation
        isRejected = packet.isRejected
        rating = packet.rating
        title = packet.title
        imageDescription = packet.caption
        keywords = packet.keywords
    }

    /// Adds what only another sidecar of the same photo says. The orientation is not taken over, because it belongs to one
    /// file and not to the photo.
    public mutating func complete(with other: SidecarMetadata?) {
        guard let other else { return }
        if dateTimeOriginal == nil, moment == nil {
            (dateTimeOriginal, moment) = (other.dateTimeOriginal, other.moment)
            knownPartOfDate = other.knownPartOfDate
        }
        dateTimeDigitized = dateTimeDigitized ?? other.dateTimeDigitized
        if location == nil { (location, altitude) = (other.location, other.altitude) }
        if rating == nil, !isRejected { (rating, isRejected) = (other.rating, other.isRejected) }
        isFavorite = isFavorite || other.isFavorite
        title = title ?? other.title
        imageDescription = imageDescription ?? other.imageDescription
        if keywords.isEmpty { keywords = other.keywords }
    }
}
