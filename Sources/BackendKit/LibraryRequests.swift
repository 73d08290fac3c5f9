public import PhotoModel

/// Which library is opened. Paths are bytes of the file system, absolute and canonical.
public struct OpenRequest: Sendable {
    /// Where the photos are: the path of a folder, or an address of one of the backend's schemes
    /// ("immich+https://photos.example").
    public var location: [UInt8]
    /// A folder of this library's own for what the backend keeps; nil: it keeps nothing.
    public var dataDirectory: [UInt8]?
    /// A folder of this library's own for what can be had again: it may be emptied whenever no library of it is open. Nil:
    /// it keeps nothing.
    public var cacheDirectory: [UInt8]?
    /// What the person or the administrator said to the backend's settings. Each has the form that its description asks
    /// for, those that are required are there, and defaults stand for what was left out.
    public var settings: [String: String]
    /// False when the host refreshes the index itself right after this: what the index has is enough until then.
    public var refreshesIndex: Bool
    /// What the host keeps for this library, such as the token of a sign-in.
    public var secrets = LibrarySecrets()

    /// - Parameters:
    ///   - location: the path of a folder, or an address of one of the backend's schemes.
    ///   - dataDirectory: a folder of this library's own for what the backend keeps; nil: it keeps nothing.
    ///   - cacheDirectory: a folder of this library's own for what can be had again.
    ///   - settings: values of the backend's settings.
    ///   - refreshesIndex: false when the host refreshes the index itself right after this.
    public init(
        location: [UInt8], dataDirectory: [UInt8]? = nil, cacheDirectory: [UInt8]? = nil,
        settings: [String: String] = [:], refreshesIndex: Bool = true
    ) {
        self.location = location
        self.dataDirectory = dataDirectory
        self.cacheDirectory = cacheDirectory
        self.settings = settings
        self.refreshesIndex = refreshesIndex
    }

    /// The folder of the photos.
    ///
    /// - Throws: `.invalidArgument` when the location is an address.
    public func folder() throws(PhotoError) -> [UInt8] {
        guard location.first == UInt8(ascii: "/") else {
            throw .invalidArgument(
                "\(String(decoding: location, as: UTF8.self)) is no folder, and this backend opens folders")
        }
        return location
    }

    /// The address of the library.
    ///
    /// - Throws: `.invalidArgument` when the location is a folder, or no text.
    public func address() throws(PhotoError) -> String {
        guard location.first != UInt8(ascii: "/"), let text = String(validating: location, as: UTF8.self) else {
            throw .invalidArgument(
                "\(String(decoding: location, as: UTF8.self)) is no address, and this backend opens addresses")
        }
        return text
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
    /// Whether other machines may be asked; if not, what is not on this one throws `.networkNotAllowed`.
    public var allowsNetwork = true

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
