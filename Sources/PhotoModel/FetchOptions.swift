/// Which assets of a scope a fetch gives, and in which order. Belongs to one fetch: nobody else sees it.
public struct FetchOptions: Hashable, Sendable {
    public var mediaTypes: MediaTypes = .any
    /// Each asset has at least one of these; empty: no condition.
    public var anySubtypes: MediaSubtypes = []
    /// Each asset has none of these.
    public var noSubtypes: MediaSubtypes = []
    public var createdFrom: Timestamp?
    public var createdBefore: Timestamp?
    public var hidden: HiddenAssets = .exclude
    public var favoritesOnly = false
    /// At most four keys, the first decides; empty: the backend's own order.
    public var sort: [SortKey] = []
    /// At most so many assets.
    public var limit: Int?

    public init() {}

    public init(mediaTypes: MediaTypes) { self.mediaTypes = mediaTypes }

    /// Whether a backend that serves media types alone can answer.
    public var asksOnlyMediaTypes: Bool { self == FetchOptions(mediaTypes: mediaTypes) }
}

/// What to do with hidden assets. Raw values are those of the backend ABI.
public enum HiddenAssets: UInt32, Sendable {
    case exclude = 0
    case include, only
}

/// One key of a sort order.
public struct SortKey: Hashable, Sendable {
    public var property: Property
    public var isDescending: Bool

    public init(_ property: Property, isDescending: Bool = false) {
        self.property = property
        self.isDescending = isDescending
    }

    /// Raw values are those of the backend ABI.
    public enum Property: UInt32, Sendable {
        case creationTime = 1
        case modificationTime, filename, byteSize
    }
}

/// What a fetch looks at.
public enum FetchScope: Hashable, Sendable {
    case all
    /// The assets of the collection with this identifier.
    case collection(String)
    /// These assets in this order; unknown ones are left out.
    case identifiers([String])
    /// The assets that these files belong to, in this order; unknown ones are left out.
    case paths([AssetPath])
}
