/// One photo, video or sound, with all files that belong to it.
public struct Asset: Hashable, Sendable {
    /// At most 64 URL-safe characters; stable across runs and equal in all backends for the same file.
    public var localIdentifier: String
    /// The name of the file that represents it; U+FFFD stands for what is not UTF-8.
    public var filename: String
    /// The path of the file that represents it, from the library's root.
    public var path: AssetPath
    /// The uniform type identifier of the file that represents it, found from its content.
    public var contentType: String
    /// Whether it is an image, a video or a sound.
    public var mediaType: MediaType
    /// What is special about it.
    public var mediaSubtypes: MediaSubtypes = []
    /// The width of the upright image; 0 when the file does not say.
    public var pixelWidth = 0
    /// The height of the upright image; 0 when the file does not say.
    public var pixelHeight = 0
    /// When it was taken; nil when that is not known.
    public var creation: CreationDate?
    /// When the file was last written; nil when that is not known.
    public var modificationTime: Timestamp?
    /// The number of bytes of the file that represents it.
    public var byteSize: Int64 = 0
    /// Changes whenever the content changes. Together with the identifier it is a key for caches.
    public var contentTag: UInt64 = 0
    /// The seconds that a video, a sound or an animated image lasts; 0 for stills, nil when that is not known.
    public var duration: Double? = 0
    /// Where it was taken; nil when that is not known.
    public var location: Location?
    /// Whether a person marked it as a favourite.
    public var isFavorite = false
    /// Whether fetches leave it out unless they ask for hidden assets.
    public var isHidden = false
    /// Whether there is an edited version beside the original.
    public var hasAdjustments = false
    /// The number of files that it consists of, at least 1.
    public var representationCount = 1
    /// Where the bytes of the file that represents it are.
    public var availability = Availability.unknown
    /// A tiny image to show until a thumbnail is there, in the format of docs/placeholder.md; nil when there is none.
    public var previewHash: [UInt8]?

    /// Makes an asset of which nothing else is known.
    public init(
        localIdentifier: String, filename: String, path: AssetPath, contentType: String, mediaType: MediaType
    ) {
        self.localIdentifier = localIdentifier
        self.filename = filename
        self.path = path
        self.contentType = contentType
        self.mediaType = mediaType
    }
}

/// When an asset was taken, and how that is known.
public struct CreationDate: Hashable, Sendable {
    /// The moment in time.
    public var time: Timestamp
    /// How many minutes east of UTC the clock was at the place of creation; nil when that is not known.
    public var offsetMinutes: Int?
    /// Where the moment comes from.
    public var source: Source

    /// - Parameters:
    ///   - time: the moment in time.
    ///   - offsetMinutes: minutes east of UTC at the place of creation; nil when that is not known.
    ///   - source: where the moment comes from.
    public init(time: Timestamp, offsetMinutes: Int? = nil, source: Source) {
        self.time = time
        self.offsetMinutes = offsetMinutes
        self.source = source
    }

    /// Whether `time` is what a clock showed at an unknown place, taken as if it were UTC.
    package var isWallClock: Bool { offsetMinutes == nil && [.metadata, .filename].contains(source) }

    /// Where a creation time comes from. Raw values are those of the backend ABI.
    public enum Source: UInt32, Sendable {
        case unknown = 0
        case metadata, gps, filename, modification

        /// The name in JSON.
        public var name: String { String(describing: self) }
    }
}

/// A place on Earth, in degrees of WGS 84.
public struct Location: Hashable, Sendable {
    /// Degrees north, from −90 to 90.
    public var latitude: Double
    /// Degrees east, from −180 to 180.
    public var longitude: Double

    /// - Parameters:
    ///   - latitude: degrees north, −90…90.
    ///   - longitude: degrees east, −180…180.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
