/// Which assets of a scope a fetch selects, and in which order. It applies to one fetch and affects no other.
public struct FetchOptions: Hashable, Sendable {
    /// The types that assets may have.
    public var mediaTypes: MediaTypes = .any
    /// Each asset has at least one of these subtypes; empty: no condition.
    public var anySubtypes: MediaSubtypes = []
    /// Each asset has none of these subtypes.
    public var noSubtypes: MediaSubtypes = []
    /// The earliest creation time, inclusive; nil: no condition.
    public var createdFrom: Timestamp?
    /// The end of the range of creation times, exclusive; nil: no condition.
    public var createdBefore: Timestamp?
    /// Whether hidden assets are selected.
    public var hidden: HiddenAssets = .exclude
    /// Whether only favourites are selected.
    public var favoritesOnly = false
    /// The ratings that assets may have; empty: no condition.
    public var ratings: Ratings = []
    /// A text that the file name, title, caption or a keyword of each asset contains, in upper or lower case. Not empty; nil: no
    /// condition.
    public var text: String?
    /// Where each asset was taken; nil: no condition. An asset without a location is in no box.
    public var place: LocationBox?
    /// The content types that assets may have, as uniform type identifiers; empty: no condition.
    public var contentTypes: [String] = []
    /// The smallest number of bytes, inclusive; nil: no condition.
    public var bytesFrom: Int64?
    /// The end of the range of bytes, exclusive; nil: no condition.
    public var bytesBelow: Int64?
    /// At most four keys, of which the first decides before the second and so on; empty: the backend's default order.
    public var sort: [SortKey] = []
    /// The most assets to select, at least 1; nil: no limit.
    public var limit: Int?

    /// All assets that are not hidden, in the default order.
    public init() {}

    /// All assets of these types that are not hidden, in the default order.
    public init(mediaTypes: MediaTypes) { self.mediaTypes = mediaTypes }

    /// What a library must offer to serve these options: a bit for each condition and sort key. Media types, a limit and the
    /// default order need none.
    public var neededCapabilities: BackendCapabilities {
        var needed: BackendCapabilities = []
        if !anySubtypes.isEmpty || !noSubtypes.isEmpty { needed.insert(.querySubtypes) }
        if anySubtypes.union(noSubtypes).contains(.stacked) { needed.insert(.stacks) }
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

    /// Throws `.unsupported`, with the names of what is missing, if these capabilities are not enough for the options.
    ///
    /// - Parameter library: what lacks them, as the subject of a sentence.
    package func check(against capabilities: BackendCapabilities, of library: String) throws(PhotoError) {
        let missing = neededCapabilities.subtracting(capabilities)
        guard !missing.isEmpty else { return }
        throw .unsupported(
            "\(library) does not filter or sort so: it lacks \(missing.names.joined(separator: ", ")); "
                + "picker backends --json says what each backend has")
    }
}

/// Whether hidden assets are selected. Raw values are those of the backend ABI.
public enum HiddenAssets: UInt32, Sendable {
    case exclude = 0
    case include, only
}

/// One key of a sort order.
public struct SortKey: Hashable, Sendable {
    /// The property that is compared.
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

        /// The capability that a library needs to sort by it.
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

/// The assets from which a fetch selects.
public enum FetchScope: Hashable, Sendable {
    case all
    /// The assets of the collection with this identifier.
    case collection(String)
    /// The assets with these identifiers, in this order; unknown ones are left out.
    case identifiers([String])
    /// The assets that these files belong to, in this order; unknown ones are left out.
    case paths([AssetPath])
}
