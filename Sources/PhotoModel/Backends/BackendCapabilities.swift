/// What a backend offers. Raw values are those of the backend ABI.
public struct BackendCapabilities: OptionSet, Hashable, Codable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt64
    /// A set of these bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// It makes exactly the target size for `ResizeMode.exact`.
    public static let exactSize = BackendCapabilities(rawValue: 0x2)
    /// It reports changes while the library is open.
    public static let observe = BackendCapabilities(rawValue: 0x4)
    /// Its changes name their assets, and can be asked for in later runs.
    public static let changeDetails = BackendCapabilities(rawValue: 0x8)
    /// It has folders of collections.
    public static let nestedCollections = BackendCapabilities(rawValue: 0x10)
    /// It adds assets and albums.
    public static let write = BackendCapabilities(rawValue: 0x20)
    /// It describes the streams of videos, and makes posters at any time.
    public static let video = BackendCapabilities(rawValue: 0x40)
    /// It lists the images inside HEIF files.
    public static let heif = BackendCapabilities(rawValue: 0x80)
    /// It searches for text.
    public static let search = BackendCapabilities(rawValue: 0x100)
    /// It has an index that can be brought up to date on request.
    public static let index = BackendCapabilities(rawValue: 0x200)
    /// Its changes name their collections, too.
    public static let collectionChanges = BackendCapabilities(rawValue: 0x400)
    /// It marks photos of bursts for which another one stands, and serves queries for `MediaSubtypes.stacked`.
    public static let stacks = BackendCapabilities(rawValue: 0x800)

    /// It serves the conditions `anySubtypes` and `noSubtypes` of `FetchOptions`.
    public static let querySubtypes = BackendCapabilities(rawValue: 1 << 32)
    /// It serves the conditions `createdFrom` and `createdBefore`.
    public static let queryDates = BackendCapabilities(rawValue: 1 << 33)
    /// It serves the condition `favoritesOnly`.
    public static let queryFavorites = BackendCapabilities(rawValue: 1 << 34)
    /// It serves values of `hidden` other than `.exclude`.
    public static let queryHidden = BackendCapabilities(rawValue: 1 << 35)
    /// It serves the condition `ratings`.
    public static let queryRatings = BackendCapabilities(rawValue: 1 << 36)
    /// It serves the condition `text`.
    public static let queryText = BackendCapabilities(rawValue: 1 << 37)
    /// It serves the condition `place`.
    public static let queryPlace = BackendCapabilities(rawValue: 1 << 38)
    /// It serves the condition `contentTypes`.
    public static let queryContentTypes = BackendCapabilities(rawValue: 1 << 39)
    /// It serves the conditions `bytesFrom` and `bytesBelow`.
    public static let queryBytes = BackendCapabilities(rawValue: 1 << 40)
    /// It sorts by `.creationTime`, in both directions.
    public static let sortCreationTime = BackendCapabilities(rawValue: 1 << 48)
    /// It sorts by `.modificationTime`, in both directions.
    public static let sortModificationTime = BackendCapabilities(rawValue: 1 << 49)
    /// It sorts by `.filename`, in both directions.
    public static let sortFilename = BackendCapabilities(rawValue: 1 << 50)
    /// It sorts by `.byteSize`, in both directions.
    public static let sortByteSize = BackendCapabilities(rawValue: 1 << 51)
    /// Every sort key.
    public static let sortKeys: BackendCapabilities = [
        .sortCreationTime, .sortModificationTime, .sortFilename, .sortByteSize,
    ]
    /// Every sort key, and the conditions on subtypes, dates, favourites and hidden assets: what most lists of photos need.
    /// Other conditions have bits of their own; media types, a limit and the default order need none.
    public static let fullQuery: BackendCapabilities = [
        .querySubtypes, .queryDates, .queryFavorites, .queryHidden, .sortKeys,
    ]

    private static let queryNames: [(BackendCapabilities, String)] = [
        (.querySubtypes, "query-subtypes"), (.queryDates, "query-dates"), (.queryFavorites, "query-favorites"),
        (.queryHidden, "query-hidden"), (.sortCreationTime, "sort-creation-time"),
        (.sortModificationTime, "sort-modification-time"), (.sortFilename, "sort-filename"),
        (.sortByteSize, "sort-byte-size"),
    ]
    /// The conditions that "full-query" does not include.
    private static let conditionNames: [(BackendCapabilities, String)] = [
        (.queryRatings, "query-ratings"), (.queryText, "query-text"), (.queryPlace, "query-place"),
        (.queryContentTypes, "query-content-types"), (.queryBytes, "query-bytes"),
    ]
    private static let names: [(BackendCapabilities, String)] = [
        (.exactSize, "exact-size"), (.observe, "observe"),
        (.changeDetails, "change-details"), (.nestedCollections, "nested-collections"), (.write, "write"),
        (.video, "video"), (.heif, "heif"), (.search, "search"), (.index, "index"),
        (.collectionChanges, "collection-changes"), (.stacks, "stacks"),
    ]

    /// The names in manifests and JSON, in a fixed order; bits that have no name are left out.
    /// If everything that "full-query" includes is there, that one name stands for it.
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
