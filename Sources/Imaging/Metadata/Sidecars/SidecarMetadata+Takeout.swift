internal import PhotoModel

extension SidecarMetadata {
    /// How many bytes of a JSON file are read. Such files have one or two thousand.
    public static let takeoutByteLimit = 1 << 20
    /// The accepted times in seconds since 1970: the years 1900 to 9999. Takeout writes the year 1 for unknown times.
    private static let seconds = -2_208_988_800.0...253_402_300_799.0

    /// Reads a JSON file that Google Takeout wrote beside a photo, up to any damage. Nothing is set if it is no JSON.
    public init(takeout bytes: [UInt8]) {
        self.init()
        guard let document = JSONReader.readBeginning(Array(bytes.prefix(Self.takeoutByteLimit))) else { return }
        moment = Self.moment(document["photoTakenTime"]?["timestamp"])
        setPlace(document["geoData"])
        imageDescription = document["description"]?.text?.trimmedText
        isFavorite = document["favorited"] == .bool(true)
    }

    /// Reads seconds since 1970, which Takeout writes as text; 0 means an unknown time.
    private static func moment(_ value: JSON?) -> Timestamp? {
        guard let number = value?.numberOrDigits, seconds.contains(number), number != 0 else { return nil }
        return Timestamp(milliseconds: Int64((number * 1000).rounded()))
    }

    /// Sets the location. Takeout writes zeros for an unknown one.
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
    /// The value of a number, or of a text that contains a number.
    fileprivate var numberOrDigits: Double? { number ?? text.flatMap(Double.init) }
}
