/// One photo or video, whatever number of files it consists of.
public struct Asset: Hashable, Sendable {
    /// At most 64 URL-safe characters; stable across runs and equal in all backends for the same file.
    public var localIdentifier: String
    /// Name of the file that represents it; U+FFFD stands for what is not UTF-8.
    public var filename: String
    public var path: AssetPath
    /// Uniform type identifier, told from the content.
    public var contentType: String
    public var mediaType: MediaType
    public var mediaSubtypes: MediaSubtypes = []
    /// After orientation; 0 when the file does not tell.
    public var pixelWidth = 0
    public var pixelHeight = 0
    public var creation: CreationDate?
    public var modificationTime: Timestamp?
    /// Bytes of the file that represents it.
    public var byteSize: Int64 = 0
    /// Changes whenever the content changes; a key for caches together with the identifier.
    public var versionToken: UInt64 = 0
    /// Seconds; 0 for stills, nil when not known.
    public var duration: Double? = 0
    public var location: Location?
    public var isFavorite = false
    public var isHidden = false
    /// Whether there is an edited version beside the original.
    public var hasAdjustments = false
    public var representationCount = 1
    /// A tiny picture to show until a thumbnail is there, in the format of docs/placeholder.md; nil when there is none.
    public var placeholder: [UInt8]?

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
    public var time: Timestamp
    /// Minutes east of UTC at the place of creation, when known.
    public var offsetMinutes: Int?
    public var source: Source

    public init(time: Timestamp, offsetMinutes: Int? = nil, source: Source) {
        self.time = time
        self.offsetMinutes = offsetMinutes
        self.source = source
    }

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
    public var latitude: Double
    public var longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
