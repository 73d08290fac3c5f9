public import PhotoModel

/// What may be picked in one session.
public struct PickingConfiguration: Hashable, Sendable {
    /// The most assets that may be picked; nil is without limit. At least 1.
    public let selectionLimit: Int?
    /// The fewest assets that finish the session. At least 0 and never more than the limit.
    public let minimum: Int
    /// Which media may be picked.
    public let mediaFilter: MediaFilter
    /// Whether users see and care about the order of picking. The order is kept in any case.
    public let isOrdered: Bool
    /// Identifiers of assets that are selected when the session begins, in order. Assets that are not in the library,
    /// or do not match the filter, are left out then. No more than the limit.
    public private(set) var preselected: [String]
    /// Which files of the assets are handed over.
    public let representationMode: RepresentationMode
    /// Whether whole collections may be picked without a list of their assets.
    public let allowsWholeAlbums: Bool

    /// - Returns: nil if the limit is below 1, the minimum is below 0 or above the limit, or more assets are
    ///   preselected than the limit allows.
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

    /// The same configuration without preselected assets.
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

    /// A configuration that allows any number of any assets.
    public static let unrestricted = PickingConfiguration()
}
