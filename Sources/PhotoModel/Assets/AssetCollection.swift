/// A collection of assets: an album, a smart album, an event, or a folder of collections.
public struct AssetCollection: Hashable, Sendable {
    /// At most 64 URL-safe characters; stable across runs and equal in all backends for the same folder.
    public var localIdentifier: String
    /// The name that people see.
    public var title: String
    /// The identifier of the folder that it is in; nil at the top.
    public var parent: String?
    /// What kind of collection it is.
    public var type: CollectionType
    /// What a smart album collects.
    public var subtype: CollectionSubtype
    /// The number of assets; nil when that would take long to find out.
    public var estimatedCount: Int?
    /// Whether assets can be added to it.
    public var isEditable: Bool
    /// The creation time of its first asset; nil when that is not known.
    public var startTime: Timestamp?
    /// The creation time of its last asset; nil when that is not known.
    public var endTime: Timestamp?

    /// Makes a collection; what is not given is not known.
    public init(
        localIdentifier: String, title: String, parent: String? = nil, type: CollectionType,
        subtype: CollectionSubtype = .generic, estimatedCount: Int? = nil, isEditable: Bool = false,
        startTime: Timestamp? = nil, endTime: Timestamp? = nil
    ) {
        self.localIdentifier = localIdentifier
        self.title = title
        self.parent = parent
        self.type = type
        self.subtype = subtype
        self.estimatedCount = estimatedCount
        self.isEditable = isEditable
        self.startTime = startTime
        self.endTime = endTime
    }
}
