/// What an open library says of itself: less than its backend can, perhaps, and whose it is.
public struct LibraryInfo: Hashable, Sendable {
    /// What this library offers; part of what its backend does.
    public var capabilities: BackendCapabilities
    /// What people call it; nil: it has no name of its own, as a folder has none but its path.
    public var title: String?
    /// Whose it is, where a library has accounts: "ada@photos.example".
    public var account: String?
    /// What serves it, with its version: "Immich 2.5.1"; nil: nothing does but the backend.
    public var service: String?
    /// Nothing can be added to it, whatever the backend offers elsewhere.
    public var isReadOnly: Bool
    /// Its photos are on another machine: each answer costs a way there and back, and may fail for want of a network.
    public var isRemote: Bool
    /// The paths of its assets are those of files below its location.
    public var hasFiles: Bool
    /// How many calls make sense at once; nil: as many as the host likes.
    public var callLimit: Int?

    /// - Parameters:
    ///   - capabilities: what this library offers; part of what its backend does.
    ///   - title: what people call it.
    ///   - account: whose it is.
    ///   - isReadOnly: whether nothing can be added to it.
    ///   - isRemote: whether its photos are on another machine.
    ///   - hasFiles: whether the paths of its assets are those of files below its location.
    ///   - callLimit: how many calls make sense at once; nil: any number.
    public init(
        capabilities: BackendCapabilities, title: String? = nil, account: String? = nil, isReadOnly: Bool = false,
        isRemote: Bool = false, hasFiles: Bool = true, callLimit: Int? = nil
    ) {
        self.capabilities = capabilities
        self.title = title
        self.account = account
        self.isReadOnly = isReadOnly
        self.isRemote = isRemote
        self.hasFiles = hasFiles
        self.callLimit = callLimit
    }
}
