public import PhotoModel

/// What may be picked in one session.
public struct PickingConfiguration: Equatable, Sendable {
    /// The most assets that may be picked; nil is without limit. At least 1.
    public let selectionLimit: Int?
    /// The fewest assets that finish the session. At least 0 and never more than the limit.
    public let minimum: Int
    /// Which media may be picked.
    public let mediaFilter: MediaFilter
    /// Whether people see and care about the order of picking. The order is kept either way.
    public let isOrdered: Bool

    /// - Returns: nil when the limit is below 1, the minimum below 0, or the minimum above the limit.
    public init?(
        selectionLimit: Int? = nil, minimum: Int = 0, mediaFilter: MediaFilter = .any, isOrdered: Bool = false
    ) {
        guard minimum >= 0, selectionLimit.map({ $0 >= 1 && $0 >= minimum }) ?? true else { return nil }
        self.selectionLimit = selectionLimit
        self.minimum = minimum
        self.mediaFilter = mediaFilter
        self.isOrdered = isOrdered
    }

    private init() {
        selectionLimit = nil
        minimum = 0
        mediaFilter = .any
        isOrdered = false
    }

    /// Any number of anything.
    public static let unrestricted = PickingConfiguration()
}
