/// Which assets of a scope a fetch gives, and in which order. Belongs to one fetch and changes no other.
public struct FetchOptions: Hashable, Sendable {
    /// Each asset is of one of these types.
    public var mediaTypes: MediaTypes = .any
    /// Each asset has at least one of these; empty: no condition.
    public var anySubtypes: MediaSubtypes = []
    /// Each asset has none of these.
    public var noSubtypes: MediaSubtypes = []
    /// The earliest creation time, inclusive; nil: no condition.
    public var createdFrom: Timestamp?
    /// The end of the creation times, exclusive; nil: no condition.
    public var createdBefore: Timestamp?
    /// What to do with hidden assets.
    public var hidden: HiddenAssets = .exclude
    /// Whether each asset is a favourite.
    public var favoritesOnly = false
    /// Each asset is rated so; empty: no condition.
    public var ratings: Ratings = []
    /// A part of each asset's file name, title, caption or of one of its keywords, whatever the case of letters; nil: no
    /// condition. Not empty.
    public var text: String?
    /// Where each asset was made; nil: no condition. What has no place is in no box.
    public var place: LocationBox?
    /// Each asset's content type is one of these uniform type identifiers; empty: no condition.
    public var contentTypes: [String] = []
    /// The fewest bytes, inclusive; nil: no condition.
    public var bytesFrom: Int64?
    /// The end of the numbers of bytes, exclusive; nil: no condition.
    public var bytesBelow: Int64?
    /// At most four keys, the first decides; empty: the backend's own order.
    public var sort: [SortKey] = []
    /// At most so many assets.
    public var limit: Int?

    /// All assets that are not hidden, in the default order.
    public init() {}

    /// All assets of these types that are not hidden, in the default order.
    public init(mediaTypes: MediaTypes) { self.mediaTypes = mediaTypes }

    /// What a library must offer to answer: a bit for each condition and sort key. Media types, a limit and the default
    /// order need none.
    public var neededCapabilities: BackendCapabilities {
        var needed: BackendCapabilities = []
        if !anySubtypes.isEmpty || !noSubtypes.isEmpty { needed.insert(.querySubtypes) }
        if createdFrom != nil || createdBefore != nil { needed.insert(.queryDates) }
        if favoritesOnly { needed.insert(.queryFavorites) }
        if hidden != .exclude { needed.insert(.queryHidden) }
        if !ratings.isEmpty { needed.insert(.queryRatings) }
        if text != nil { needed.insert(.queryText) }
        if place != nil { needed.insert(.queryPlace) }
        if !contentTypes.isEmpty { needed.insert(.queryContentTypes) }
        if bytesFrom != nil || bytesBelow != nil { needed.insert(.queryBytes) }
        for key in sort { needed.insert(key.property.capability) }
        return needed
    }

    /// Throws `.unsupported`, naming what is missing, when a library that offers this cannot answer.
    ///
    /// - Parameter library: who cannot, as the subject of a sentence.
    package func check(against capabilities: BackendCapabilities, of library: String) throws(PhotoError) {
        let missing = neededCapabilities.subtracting(capabilities)
        guard !missing.isEmpty else { return }
        throw .unsupported(
            "\(library) does not filter or sort so: it lacks \(missing.names.joined(separator: ", ")); "
                + "picker backends --json says what each backend has")
    }
}

/// What to do with hidden assets. Raw values are those of the backend ABI.
public enum HiddenAssets: UInt32, Sendable {
    case exclude = 0
    case include, only
}

/// One key of a sort order.
public struct SortKey: Hashable, Sendable {
    /// What is compared.
    public var property: Property
    /// Whether the largest value comes first.
    public var isDescending: Bool

    /// - Parameter isDescending: whether the largest value comes first.
    public init(_ property: Property, isDescending: Bool = false) {
        self.property = property
        self.isDescending = isDescending
    }

    /// Raw values are those of the backend ABI.
    public enum Property: UInt32, Sendable {
        case creationTime = 1
        case modificationTime, filename, byteSize

        /// What a library must offer to sort by it.
        public var capability: BackendCapabilities {
            switch self {
            case .creationTime: .sortCreationTime
            case .modificationTime: .sortModificationTime
            case .filename: .sortFilename
            case .byteSize: .sortByteSize
            }
        }
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
