internal import PhotoModel
internal import PostgresClient

/// Collections of a library that are no folder, in the order in which they are shown.
enum SmartAlbum: String, CaseIterable {
    // The raw values are fixed for ever: identifiers are made of them.
    case cameraRoll = "camera-roll"
    case favorites
    case videos
    case livePhotos = "live-photos"
    case raw
    case panoramas
    case screenshots
    case bursts
    case sloMo = "slo-mo"
    case timelapses
    case recentlyAdded = "recently-added"
    case hidden

    /// Thirty days, in milliseconds.
    private static let recent: Int64 = 30 * 86_400_000

    /// What belongs to it; those that are hidden are a matter of `FetchOptions.hidden`.
    ///
    /// - Parameter now: in milliseconds since 1970.
    func terms(now: Int64) -> [SQL] {
        switch self {
        case .cameraRoll: []
        case .favorites: [SQL("a.is_favorite")]
        case .videos: [SQL("a.media_type = ?", .integer(Int64(MediaType.video.rawValue)))]
        case .livePhotos: [Self.has(.livePhoto)]
        case .raw: [Self.has(.raw)]
        case .panoramas: [Self.has(.panorama)]
        case .screenshots: [Self.has(.screenshot)]
        case .bursts: [Self.has(.burst)]
        case .sloMo: [Self.has(.highFrameRate)]
        case .timelapses: [Self.has(.timelapse)]
        case .recentlyAdded: [SQL("a.added >= ?", .integer(now - Self.recent))]
        case .hidden: [SQL("a.is_hidden")]
        }
    }

    /// Whether the counts by day know how many belong to it.
    var isCountedByDay: Bool { [.cameraRoll, .videos, .hidden].contains(self) }

    private static func has(_ subtype: MediaSubtypes) -> SQL {
        SQL("a.subtypes & ? <> 0", .integer(Int64(subtype.rawValue)))
    }

    var title: String { subtype.title }

    var subtype: CollectionSubtype {
        switch self {
        case .cameraRoll: .cameraRoll
        case .favorites: .favorites
        case .videos: .videos
        case .livePhotos: .livePhotos
        case .raw: .raw
        case .panoramas: .panoramas
        case .screenshots: .screenshots
        case .bursts: .bursts
        case .sloMo: .sloMo
        case .timelapses: .timelapses
        case .recentlyAdded: .recentlyAdded
        case .hidden: .hidden
        }
    }

    func identifier(_ identity: LibraryIdentity) -> String { identity.collection(smartAlbum: rawValue).text }

    static func of(_ identifier: String, _ identity: LibraryIdentity) -> SmartAlbum? {
        allCases.first { $0.identifier(identity) == identifier }
    }
}
