public import PhotoModel

/// What a backend is.
public struct BackendInfo: Sendable {
    /// Lower-case letters, digits and "-", at most 64.
    public var id: String
    public var name: String
    public var version: String
    /// `auto` takes the highest among the backends that can run.
    public var priority: Int32
    public var capabilities: BackendCapabilities
    /// Uniform type identifiers whose images it makes.
    public var formats: [String]

    public init(
        id: String, name: String, version: String, priority: Int32, capabilities: BackendCapabilities,
        formats: [String]
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.priority = priority
        self.capabilities = capabilities
        self.formats = formats
    }
}

/// Where a library lies. Paths are bytes of the file system, absolute and canonical.
public struct OpenRequest: Sendable {
    public var root: [UInt8]
    /// A folder of this library's own for what the backend keeps; nil: it keeps nothing.
    public var dataDirectory: [UInt8]?
    /// False when the host is about to refresh the index itself: what the index knows will do until then.
    public var refreshesIndex: Bool

    public init(root: [UInt8], dataDirectory: [UInt8]? = nil, refreshesIndex: Bool = true) {
        self.root = root
        self.dataDirectory = dataDirectory
        self.refreshesIndex = refreshesIndex
    }
}

/// Which bytes of which representation.
public struct ReadRequest: Sendable {
    public var localIdentifier: String
    /// Index in `AssetDetails.representations`.
    public var representation: Int
    /// Bytes from the representation's start.
    public var offset: Int64
    public var count: Int
    /// The version that is wanted; another one throws `.changed`. Nil: any.
    public var versionToken: UInt64?

    public init(
        localIdentifier: String, representation: Int, offset: Int64, count: Int, versionToken: UInt64? = nil
    ) {
        self.localIdentifier = localIdentifier
        self.representation = representation
        self.offset = offset
        self.count = count
        self.versionToken = versionToken
    }
}
