internal import PhotoModel

extension SidecarMetadata {
    /// How much of a JSON file is read, in bytes. They have one or two thousand.
    public static let takeoutByteLimit = 1 << 20
    /// The years 1900 to 9999, in seconds since 1970. Takeout writes the year 1 for times that are not known.
    private static let seconds = -2_208_988_800.0...253_402_300_799.0

    /// Reads a JSON file that Google Takeout wrote beside a photo, as far as it is whole; what is none says nothing.
    public init(takeout bytes: [UInt8]) {
        self.init()
        guard let document = JSONReader.readBeginning(Array(bytes.prefix(Self.takeoutByteLimit))) else { return }
        moment = Self.moment(document["photoTakenTime"]?["timestamp"])
        setPlace(document["geoData"])
        imageDescription = document["description"]?.text?.trimmedText
        isFavorite = document["favorited"] == .bool(true)
    }

    /// Seconds since 1970, as text; 0 stands for a time that is not known.
    private static func moment(_ value: JSON?) -> Timestamp? {
        guard let number = value?.numberOrDigits, seconds.contains(number), number != 0 else { return nil }
        return Timestamp(milliseconds: Int64((number * 1000).rounded()))
    }

    /// Zeros stand for a place that is not known.
    private mutating func setPlace(_ value: JSON?) {
        guard let latitude = value?["latitude"]?.numberOrDigits, (-90...90).contains(latitude),
            let longitude = value?["longitude"]?.numberOrDigits, (-180...180).contains(longitude),
            latitude != 0 || longitude != 0
        else { return }
        location = Location(latitude: latitude, longitude: longitude)
        altitude = value?["altitude"]?.numberOrDigits.flatMap { $0.isFinite && $0 != 0 ? $0 : nil }
    }
}

extension JSON {
    /// A number, also when it is written as text.
    fileprivate var numberOrDigits: Double? { number ?? text.flatMap(Double.init) }
}
