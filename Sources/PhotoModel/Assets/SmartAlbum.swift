/// The smart albums of a library in a folder, in the order in which they are shown.
///
/// Raw values never change: identifiers are made from them (`LibraryIdentity.collection(smartAlbum:)`).
package enum SmartAlbum: String, CaseIterable, Sendable {
    /// All that is not hidden.
    case cameraRoll = "camera-roll"
    /// What the person marked.
    case favorites
    /// Videos, without those of Live Photos.
    case videos
    /// Photos with a short video.
    case livePhotos = "live-photos"
    /// Photos with a file of raw sensor data.
    case raw
    /// Panoramas.
    case panoramas
    /// Screenshots.
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

    /// The subtype that stands for it in the backend ABI.
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

    /// Its title in English.
    package var title: String { subtype.title }
}
