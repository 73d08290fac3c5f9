/// What an open library says about itself: what it offers, which may be less than its backend does, and whose it is.
public struct LibraryInfo: Hashable, Sendable {
    /// What this library offers: all or some of what its backend does.
    public var capabilities: BackendCapabilities
    /// Its name for people; nil when it has none of its own, such as a folder, which has only its path.
    public var title: String?
    /// The account that it belongs to, such as "ada@photos.example"; nil when there are no accounts.
    public var account: String?
    /// The service behind the backend, with its version, such as "Immich 2.5.1"; nil when there is none.
    public var service: String?
    /// Whether nothing can be added to it, even if its backend can add to other libraries.
    public var isReadOnly: Bool
    /// Whether its photos are on another machine: each answer takes a round trip, and fails without a network.
    public var isRemote: Bool
    /// Whether the paths of its assets are paths of files below its location.
    public var hasFiles: Bool
    /// How many calls at once are useful; nil: as many as the host likes.
    public var callLimit: Int?

    /// - Parameters:
    ///   - capabilities: what this library offers: all or some of what its backend does.
    ///   - title: its name for people.
    ///   - account: the account that it belongs to.
    ///   - isReadOnly: whether nothing can be added to it.
    ///   - isRemote: whether its photos are on another machine.
    ///   - hasFiles: whether the paths of its assets are paths of files below its location.
    ///   - callLimit: how many calls at once are useful; nil: any number.
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
