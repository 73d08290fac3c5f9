internal import PhotoModel
internal import PostgresClient

extension SmartAlbum {
    /// The smart albums of a library, in the order in which they are shown. There is none for selfies, because it is not stored whether a
    /// front camera took a photo.
    static let shown = allCases.filter { $0 != .selfies }

    /// Thirty days, in milliseconds.
    private static let recent: Int64 = 30 * 86_400_000

    /// The conditions for its assets, apart from whether they are hidden, for which `FetchOptions.hidden` counts.
    ///
    /// - Parameter now: milliseconds since 1970.
    func terms(now: Int64) -> [SQL] {
        switch self {
        case .cameraRoll: []
        case .favorites: [SQL("a.is_favorite")]
        case .videos: [SQL("a.media_type = ?", .integer(Int64(MediaType.video.rawValue)))]
        case .livePhotos: [Self.has(.livePhoto)]
        case .raw: [Self.has(.raw)]
        case .panoramas: [Self.has(.panorama)]
        case .screenshots: [Self.has(.screenshot)]
        // Not shown.
        case .selfies: [SQL("false")]
        case .bursts: [Self.has(.burst)]
        case .sloMo: [Self.has(.highFrameRate)]
        case .timelapses: [Self.has(.timelapse)]
        case .recentlyAdded: [SQL("a.added >= ?", .integer(now - Self.recent))]
        case .hidden: [SQL("a.is_hidden")]
        }
    }

    /// Which table of counts can count its assets.
    var counts: CountTable {
        switch self {
        case .cameraRoll, .videos, .hidden: .days
        case .recentlyAdded: .nothing
        default: .kinds
        }
    }

    private static func has(_ subtype: MediaSubtypes) -> SQL {
        SQL("a.subtypes & ? <> 0", .integer(Int64(subtype.rawValue)))
    }

    func identifier(_ identity: LibraryIdentity) -> String { identity.collection(smartAlbum: rawValue).text }

    static func of(_ identifier: String, _ identity: LibraryIdentity) -> SmartAlbum? {
        shown.first { $0.identifier(identity) == identifier }
    }
}
