public import PhotoModel

/// What a file beside a photo says of it. Whatever is absent or invalid is nil.
public struct SidecarMetadata: Hashable, Sendable {
    /// How much of an XMP sidecar is read, in bytes.
    public static let xmpByteLimit = XMLDocument.byteLimit

    /// When the photo was taken, by a clock.
    public var dateTimeOriginal: CivilTime?
    /// What is known of that where the day is not: `1975` or `1975-07`. Nil where all of it is known.
    var knownPartOfDate: String?
    /// When it was taken, wherever that was.
    public var moment: Timestamp?
    /// When the photo was digitised, by a clock.
    public var dateTimeDigitized: CivilTime?
    public var location: Location?
    /// Metres above the sea, of that location.
    public var altitude: Double?
    /// How the image that it is named after is stored.
    public var orientation: Orientation?
    /// 0…5
    public var rating: Int?
    public var isRejected = false
    public var isFavorite = false
    public var title: String?
    /// The caption.
    public var imageDescription: String?
    /// Each once.
    public var keywords: [String] = []

    /// Says nothing.
    public init() {}

    /// Reads an XMP packet, as far as it is whole; what is none says nothing.
    public init(xmp bytes: [UInt8]) {
        let packet = XMPPacket(bytes)
        // Zeros stand for a date that is not known.
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

    /// Takes from another one what this one does not say. The orientation, which is that of a file and not of a photo, stays
    /// away.
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
