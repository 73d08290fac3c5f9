/// What a backend offers. Raw values are those of the backend ABI.
public struct BackendCapabilities: OptionSet, Hashable, Codable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt64
    /// A set of these bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// `ResizeMode.exact` gives exactly the target size.
    public static let exactSize = BackendCapabilities(rawValue: 0x2)
    /// Reports changes while the library is open.
    public static let observe = BackendCapabilities(rawValue: 0x4)
    /// Changes name their assets, and are kept for later runs.
    public static let changeDetails = BackendCapabilities(rawValue: 0x8)
    /// Has folders of collections.
    public static let nestedCollections = BackendCapabilities(rawValue: 0x10)
    /// Adds assets and albums.
    public static let write = BackendCapabilities(rawValue: 0x20)
    /// Knows videos: facts and posters.
    public static let video = BackendCapabilities(rawValue: 0x40)
    /// Knows the images inside HEIF files.
    public static let heif = BackendCapabilities(rawValue: 0x80)
    /// Searches for text.
    public static let search = BackendCapabilities(rawValue: 0x100)
    /// An index that can be brought up to date when asked to.
    public static let index = BackendCapabilities(rawValue: 0x200)
    /// Changes name their collections, too.
    public static let collectionChanges = BackendCapabilities(rawValue: 0x400)

    /// Conditions of `FetchOptions`: `anySubtypes` and `noSubtypes`.
    public static let querySubtypes = BackendCapabilities(rawValue: 1 << 32)
    /// `createdFrom` and `createdBefore`.
    public static let queryDates = BackendCapabilities(rawValue: 1 << 33)
    /// `favoritesOnly`.
    public static let queryFavorites = BackendCapabilities(rawValue: 1 << 34)
    /// `hidden`, where it is not `.exclude`.
    public static let queryHidden = BackendCapabilities(rawValue: 1 << 35)
    /// `ratings`.
    public static let queryRatings = BackendCapabilities(rawValue: 1 << 36)
    /// `text`.
    public static let queryText = BackendCapabilities(rawValue: 1 << 37)
    /// `place`.
    public static let queryPlace = BackendCapabilities(rawValue: 1 << 38)
    /// `contentTypes`.
    public static let queryContentTypes = BackendCapabilities(rawValue: 1 << 39)
    /// `bytesFrom` and `bytesBelow`.
    public static let queryBytes = BackendCapabilities(rawValue: 1 << 40)
    /// Sort keys: `.creationTime`, both ways.
    public static let sortCreationTime = BackendCapabilities(rawValue: 1 << 48)
    /// `.modificationTime`, both ways.
    public static let sortModificationTime = BackendCapabilities(rawValue: 1 << 49)
    /// `.filename`, both ways.
    public static let sortFilename = BackendCapabilities(rawValue: 1 << 50)
    /// `.byteSize`, both ways.
    public static let sortByteSize = BackendCapabilities(rawValue: 1 << 51)
    /// Every sort key.
    public static let sortKeys: BackendCapabilities = [
        .sortCreationTime, .sortModificationTime, .sortFilename, .sortByteSize,
    ]
    /// Every sort key, and the conditions on subtypes, dates, favourites and hidden assets: what most lists of photos ask.
    /// Other conditions have a bit outside of it; media types, a limit and the default order need none.
    public static let fullQuery: BackendCapabilities = [
        .querySubtypes, .queryDates, .queryFavorites, .queryHidden, .sortKeys,
    ]

    private static let queryNames: [(BackendCapabilities, String)] = [
        (.querySubtypes, "query-subtypes"), (.queryDates, "query-dates"), (.queryFavorites, "query-favorites"),
        (.queryHidden, "query-hidden"), (.sortCreationTime, "sort-creation-time"),
        (.sortModificationTime, "sort-modification-time"), (.sortFilename, "sort-filename"),
        (.sortByteSize, "sort-byte-size"),
    ]
    /// Conditions that "full-query" does not stand for.
    private static let conditionNames: [(BackendCapabilities, String)] = [
        (.queryRatings, "query-ratings"), (.queryText, "query-text"), (.queryPlace, "query-place"),
        (.queryContentTypes, "query-content-types"), (.queryBytes, "query-bytes"),
    ]
    private static let names: [(BackendCapabilities, String)] = [
        (.exactSize, "exact-size"), (.observe, "observe"),
        (.changeDetails, "change-details"), (.nestedCollections, "nested-collections"), (.write, "write"),
        (.video, "video"), (.heif, "heif"), (.search, "search"), (.index, "index"),
        (.collectionChanges, "collection-changes"),
    ]

    /// The names in manifests and JSON, in a fixed order; bits that have no name are left out.
    /// All that "full-query" stands for is shown as that.
    public var names: [String] {
        let queries = contains(.fullQuery) ? [(.fullQuery, "full-query")] : Self.queryNames
        return (queries + Self.conditionNames + Self.names).filter { contains($0.0) }.map(\.1)
    }

    /// The set of these names; nil when one is unknown.
    public init?(names: [String]) {
        var set: BackendCapabilities = []
        for name in names {
            let all = [(.fullQuery, "full-query")] + Self.queryNames + Self.conditionNames + Self.names
            guard let known = all.first(where: { $0.1 == name }) else { return nil }
            set.insert(known.0)
        }
        self = set
    }
}
