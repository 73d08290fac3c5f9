/// One photo or video, whatever number of files it consists of.
public struct Asset: Hashable, Sendable {
    /// At most 64 URL-safe characters; stable across runs and equal in all backends for the same file.
    public var localIdentifier: String
    /// Name of the file that represents it; U+FFFD stands for what is not UTF-8.
    public var filename: String
    /// From the library's root, of the file that represents it.
    public var path: AssetPath
    /// Uniform type identifier, found from the content.
    public var contentType: String
    /// What kind of thing it is.
    public var mediaType: MediaType
    /// What is special about it.
    public var mediaSubtypes: MediaSubtypes = []
    /// After orientation; 0 when the file does not say.
    public var pixelWidth = 0
    /// As `pixelWidth`.
    public var pixelHeight = 0
    /// When it was made; nil when that is not known.
    public var creation: CreationDate?
    /// When the file was last written; nil when that is not known.
    public var modificationTime: Timestamp?
    /// Bytes of the file that represents it.
    public var byteSize: Int64 = 0
    /// Changes whenever the content changes; a key for caches together with the identifier.
    public var contentTag: UInt64 = 0
    /// Seconds, of a video or of an image that moves; 0 for stills, nil when not known.
    public var duration: Double? = 0
    /// Where it was made; nil when that is not known.
    public var location: Location?
    /// Whether people marked it as a favourite.
    public var isFavorite = false
    /// Whether it is left out unless it is asked for.
    public var isHidden = false
    /// Whether there is an edited version beside the original.
    public var hasAdjustments = false
    /// The number of files that it consists of, at least 1.
    public var representationCount = 1
    /// Where the bytes of the file that represents it are.
    public var availability = Availability.unknown
    /// A tiny image to show until a thumbnail is there, in the format of docs/placeholder.md; nil when there is none.
    public var previewHash: [UInt8]?

    /// An asset of which nothing else is known.
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

/// When an asset was made, and how that is known.
public struct CreationDate: Hashable, Sendable {
    /// The moment.
    public var time: Timestamp
    /// Minutes east of UTC at the place of creation, when known.
    public var offsetMinutes: Int?
    /// Where the moment comes from.
    public var source: Source

    /// - Parameters:
    ///   - time: the moment.
    ///   - offsetMinutes: minutes east of UTC at the place of creation; nil when that is not known.
    ///   - source: where the moment comes from.
    public init(time: Timestamp, offsetMinutes: Int? = nil, source: Source) {
        self.time = time
        self.offsetMinutes = offsetMinutes
        self.source = source
    }

    /// Whether `time` is what a clock showed where the photo was taken, as if that were UTC: where that was in the world, is not known.
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
    /// Degrees north, −90…90.
    public var latitude: Double
    /// Degrees east, −180…180.
    public var longitude: Double

    /// - Parameters:
    ///   - latitude: degrees north, −90…90.
    ///   - longitude: degrees east, −180…180.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
