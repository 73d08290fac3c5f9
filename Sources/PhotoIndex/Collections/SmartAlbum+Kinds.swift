internal import PhotoModel

extension SmartAlbum {
    /// Whether assets of a kind belong to it. Whether hidden ones are shown is up to `FetchOptions.hidden`.
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
}
