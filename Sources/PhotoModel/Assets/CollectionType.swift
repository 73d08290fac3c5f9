/// Types of collections. Raw values are those of the backend ABI.
public enum CollectionType: UInt32, Sendable, CaseIterable {
    case smartAlbum = 1
    case album = 2
    /// A collection list: contains collections, not assets.
    case folder = 3
    /// The photos of one camera folder below `DCIM`.
    case event = 4
    /// The photos of a day and a place.
    case moment = 5

    /// The name in JSON.
    public var name: String {
        switch self {
        case .smartAlbum: "smartAlbum"
        case .album: "album"
        case .folder: "folder"
        case .event: "event"
        case .moment: "moment"
        }
    }
}

/// A set of collection types. Raw values are those of the backend ABI: the bit 1 << type.
public struct CollectionTypes: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt32
    /// A set of these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The set of this one type.
    public init(_ type: CollectionType) { rawValue = 1 << type.rawValue }

    /// Every type.
    public static let any = CollectionTypes(rawValue: .max)

    /// Whether the type is in the set.
    public func contains(_ type: CollectionType) -> Bool { contains(CollectionTypes(type)) }
}

/// What a smart album contains. Raw values are those of the backend ABI.
public enum CollectionSubtype: UInt32, Sendable, CaseIterable {
    case generic = 0
    case cameraRoll, favorites, videos, livePhotos, raw, panoramas, screenshots, selfies, bursts
    case sloMo, timelapses, recentlyAdded, hidden

    /// The name in JSON.
    public var name: String { String(describing: self) }

    /// The English title of a smart album of this subtype; empty for `generic`. A front end in another language chooses its own
    /// title by the subtype.
    public var title: String {
        switch self {
        case .generic: ""
        case .cameraRoll: "Camera Roll"
        case .favorites: "Favorites"
        case .videos: "Videos"
        case .livePhotos: "Live Photos"
        case .raw: "RAW"
        case .panoramas: "Panoramas"
        case .screenshots: "Screenshots"
        case .selfies: "Selfies"
        case .bursts: "Bursts"
        case .sloMo: "Slo-mo"
        case .timelapses: "Time-lapse"
        case .recentlyAdded: "Recently Added"
        case .hidden: "Hidden"
        }
    }
}
