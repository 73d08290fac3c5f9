public import PhotoModel

/// What may be picked in one session.
public struct PickingConfiguration: Hashable, Sendable {
    /// The most assets that may be picked; nil is without limit. At least 1.
    public let selectionLimit: Int?
    /// The fewest assets that finish the session. At least 0 and never more than the limit.
    public let minimum: Int
    /// Which media may be picked.
    public let mediaFilter: MediaFilter
    /// Whether people see and care about the order of picking. The order is kept either way.
    public let isOrdered: Bool
    /// Identifiers of assets that are selected when the session begins, in order; those that the library lacks, or that the
    /// filter does not let pass, are left out then. No more than the limit.
    public private(set) var preselected: [String]
    /// As which files the assets are handed over.
    public let representationMode: RepresentationMode
    /// Whether whole collections may be picked without a list of their assets.
    public let allowsWholeAlbums: Bool

    /// - Returns: nil when the limit is below 1, the minimum below 0, the minimum above the limit, or more is preselected than
    ///   the limit allows.
    public init?(
        selectionLimit: Int? = nil, minimum: Int = 0, mediaFilter: MediaFilter = .any, isOrdered: Bool = false,
        preselected: [String] = [], representationMode: RepresentationMode = .current, allowsWholeAlbums: Bool = false
    ) {
        let most = selectionLimit ?? .max
        guard minimum >= 0, most >= 1, most >= minimum, most >= preselected.count else { return nil }
        self.selectionLimit = selectionLimit
        self.minimum = minimum
        self.mediaFilter = mediaFilter
        self.isOrdered = isOrdered
        self.preselected = preselected
        self.representationMode = representationMode
        self.allowsWholeAlbums = allowsWholeAlbums
    }

    /// The same with nothing selected when the session begins.
    public var withoutPreselected: PickingConfiguration {
        var other = self
        other.preselected = []
        return other
    }

    private init() {
        selectionLimit = nil
        minimum = 0
        mediaFilter = .any
        isOrdered = false
        preselected = []
        representationMode = .current
        allowsWholeAlbums = true
    }

    /// Any number of anything.
    public static let unrestricted = PickingConfiguration()
}
