internal import PhotoModel

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
    case selfies
    case bursts
    case sloMo = "slo-mo"
    case timelapses
    case recentlyAdded = "recently-added"
    case hidden

    /// Whether assets of a kind belong to it; those that are hidden are a matter of `FetchOptions.hidden`.
    func contains(_ kind: AssetKind) -> Bool {
        switch self {
        case .cameraRoll, .recentlyAdded: true
        case .favorites: kind.isFavorite
        case .videos: kind.mediaType == .video
        case .livePhotos: kind.subtypes.contains(.livePhoto)
        case .raw: kind.subtypes.contains(.raw)
        case .panoramas: kind.subtypes.contains(.panorama)
        case .screenshots: kind.subtypes.contains(.screenshot)
        case .selfies: kind.isSelfie
        case .bursts: kind.subtypes.contains(.burst)
        case .sloMo: kind.subtypes.contains(.highFrameRate)
        case .timelapses: kind.subtypes.contains(.timelapse)
        case .hidden: kind.isHidden
        }
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
        case .selfies: .selfies
        case .bursts: .bursts
        case .sloMo: .sloMo
        case .timelapses: .timelapses
        case .recentlyAdded: .recentlyAdded
        case .hidden: .hidden
        }
    }
}
