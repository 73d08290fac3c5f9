/// Which library is opened. Paths are bytes of the file system, absolute and canonical.
public struct OpenRequest: Sendable {
    /// The folder of the photos.
    public var root: [UInt8]
    /// A folder of this library's own for what the backend keeps; nil: it keeps nothing.
    public var dataDirectory: [UInt8]?
    /// False when the host refreshes the index itself right after this: what the index has is enough until then.
    public var refreshesIndex: Bool

    /// - Parameters:
    ///   - root: the folder of the photos.
    ///   - dataDirectory: a folder of this library's own for what the backend keeps; nil: it keeps nothing.
    ///   - refreshesIndex: false when the host refreshes the index itself right after this.
    public init(root: [UInt8], dataDirectory: [UInt8]? = nil, refreshesIndex: Bool = true) {
        self.root = root
        self.dataDirectory = dataDirectory
        self.refreshesIndex = refreshesIndex
    }
}

/// Which bytes of which representation.
public struct ReadRequest: Sendable {
    /// The asset.
    public var localIdentifier: String
    /// Index in `AssetDetails.representations`.
    public var representation: Int
    /// Bytes from the representation's start.
    public var offset: Int64
    /// Bytes at most; fewer only at the representation's end.
    public var count: Int
    /// The version that is wanted; another one throws `.changed`. Nil: any.
    public var contentTag: UInt64?

    /// - Parameters:
    ///   - localIdentifier: the asset.
    ///   - representation: index in `AssetDetails.representations`.
    ///   - offset: bytes from the representation's start.
    ///   - count: bytes at most.
    ///   - contentTag: the version that is wanted; nil: any.
    public init(
        localIdentifier: String, representation: Int, offset: Int64, count: Int, contentTag: UInt64? = nil
    ) {
        self.localIdentifier = localIdentifier
        self.representation = representation
        self.offset = offset
        self.count = count
        self.contentTag = contentTag
    }
}
