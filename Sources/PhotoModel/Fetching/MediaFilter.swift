/// Which media people may choose, or want listed.
public enum MediaFilter: String, Sendable, CaseIterable {
    case image
    case video
    case any

    /// The media types that the filter allows. `any` includes sounds and unknown media.
    public var types: MediaTypes {
        switch self {
        case .image: .image
        case .video: .video
        case .any: .any
        }
    }

    /// Whether an asset of this type may be chosen.
    public func allows(_ type: MediaType) -> Bool { types.contains(type) }
}
