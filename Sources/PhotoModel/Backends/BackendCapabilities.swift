/// What a backend offers. Raw values are those of the backend ABI.
public struct BackendCapabilities: OptionSet, Hashable, Codable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt64
    /// A set of these bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Everything in `FetchOptions`; without it media types alone.
    public static let fullQuery = BackendCapabilities(rawValue: 0x1)
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

    private static let names: [(BackendCapabilities, String)] = [
        (.fullQuery, "full-query"), (.exactSize, "exact-size"), (.observe, "observe"),
        (.changeDetails, "change-details"), (.nestedCollections, "nested-collections"), (.write, "write"),
        (.video, "video"), (.heif, "heif"), (.search, "search"), (.index, "index"),
    ]

    /// The names in manifests and JSON, in a fixed order; bits that have no name are left out.
    public var names: [String] { Self.names.filter { contains($0.0) }.map(\.1) }

    /// The set of these names; nil when one is unknown.
    public init?(names: [String]) {
        var set: BackendCapabilities = []
        for name in names {
            guard let known = Self.names.first(where: { $0.1 == name }) else { return nil }
            set.insert(known.0)
        }
        self = set
    }
}
