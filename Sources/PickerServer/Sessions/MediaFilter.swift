public import PhotoModel

/// Which media a picking session lets people choose.
public enum MediaFilter: String, Sendable, CaseIterable {
    case image
    case video
    case any

    /// Whether an asset of this type may be chosen. `any` allows audio and unknown media too.
    public func allows(_ type: MediaType) -> Bool {
        switch self {
        case .image: type == .image
        case .video: type == .video
        case .any: true
        }
    }
}
