public import PhotoModel

/// Which library to open, and with what. Paths are absolute and canonical, in the bytes of the file system.
public struct OpenRequest: Sendable {
    /// Where the photos are: the path of a folder, or an address of one of the backend's schemes
    /// ("immich+https://photos.example").
    public var location: [UInt8]
    /// A folder for what the backend keeps of this library alone; nil when it must keep nothing.
    public var dataDirectory: [UInt8]?
    /// A folder for what the backend can make or load again, for this library alone: it may be emptied whenever the library is
    /// not open. Nil when the backend must keep nothing.
    public var cacheDirectory: [UInt8]?
    /// The values of the backend's settings, by key. Each has the form that its description asks for, all that are required
    /// are there, and defaults are filled in.
    public var settings: [String: String]
    /// Whether opening has to bring an index up to date. False when the host does that right afterwards; until then it is
    /// enough to show what the index has.
    public var refreshesIndex: Bool
    /// The secrets that the host keeps for this library, such as the token of a sign-in.
    public var secrets = LibrarySecrets()

    /// - Parameters:
    ///   - location: the path of a folder, or an address of one of the backend's schemes.
    ///   - dataDirectory: a folder for what the backend keeps of this library alone; nil when it must keep nothing.
    ///   - cacheDirectory: a folder for what the backend can make or load again, for this library alone.
    ///   - settings: values of the backend's settings.
    ///   - refreshesIndex: whether opening has to bring an index up to date.
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
    /// - Throws: `.invalidArgument` when the location is a folder, or is not UTF-8.
    public func address() throws(PhotoError) -> String {
        guard location.first != UInt8(ascii: "/"), let text = String(validating: location, as: UTF8.self) else {
            throw .invalidArgument(
                "\(String(decoding: location, as: UTF8.self)) is no address, and this backend opens addresses")
        }
        return text
    }
}

/// Which bytes of which representation to read.
public struct ReadRequest: Sendable {
    /// The asset.
    public var localIdentifier: String
    /// Index in `AssetDetails.representations`.
    public var representation: Int
    /// Where to begin, in bytes from the start of the representation.
    public var offset: Int64
    /// The most bytes to return; fewer only at the end of the representation.
    public var count: Int
    /// The version to read; if the file is another one, `.changed` is thrown. Nil: any version.
    public var contentTag: UInt64?
    /// Whether other machines may be asked. If not, reading what is not on this machine throws `.networkNotAllowed`.
    public var allowsNetwork = true

    /// - Parameters:
    ///   - localIdentifier: the asset.
    ///   - representation: index in `AssetDetails.representations`.
    ///   - offset: where to begin, in bytes from the start of the representation.
    ///   - count: the most bytes to return.
    ///   - contentTag: the version to read; nil: any.
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
