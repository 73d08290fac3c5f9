/// Collections of a folder's library that are no folder, in the order in which they are shown.
///
/// Raw values are fixed for ever: identifiers are made of them (`LibraryIdentity.collection(smartAlbum:)`).
package enum SmartAlbum: String, CaseIterable, Sendable {
    /// All that is not hidden.
    case cameraRoll = "camera-roll"
    /// What the person marked.
    case favorites
    /// Videos, without those of Live Photos.
    case videos
    /// Photos with a short video.
    case livePhotos = "live-photos"
    /// What has a file of raw sensor data.
    case raw
    /// Wide pictures.
    case panoramas
    /// Pictures of a screen.
    case screenshots
    /// What a front camera took.
    case selfies
    /// Several photos in a second.
    case bursts
    /// Videos of many frames a second.
    case sloMo = "slo-mo"
    /// Videos of few frames a minute.
    case timelapses
    /// What came in the last thirty days.
    case recentlyAdded = "recently-added"
    /// What the person hid.
    case hidden

    /// How it is told over the backend ABI.
    package var subtype: CollectionSubtype {
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

    /// What it is called, in English.
    package var title: String { subtype.title }
}
