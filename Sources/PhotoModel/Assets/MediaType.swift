/// Whether an asset is an image, a video or a sound. Raw values are those of the backend ABI.
public enum MediaType: UInt32, Sendable, CaseIterable {
    case unknown = 0
    case image = 1
    case video = 2
    case audio = 3

    /// The name in JSON and on the command line.
    public var name: String {
        switch self {
        case .unknown: "unknown"
        case .image: "image"
        case .video: "video"
        case .audio: "audio"
        }
    }
}

/// A set of media types. Raw values are those of the backend ABI: the bit 1 << type.
public struct MediaTypes: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt32
    /// A set of these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The set of this one type.
    public init(_ type: MediaType) { rawValue = 1 << type.rawValue }

    /// Images alone.
    public static let image = MediaTypes(.image)
    /// Videos alone.
    public static let video = MediaTypes(.video)
    /// Sounds alone.
    public static let audio = MediaTypes(.audio)
    /// Every type.
    public static let any = MediaTypes(rawValue: .max)

    /// Whether the type is in the set.
    public func contains(_ type: MediaType) -> Bool { contains(MediaTypes(type)) }
}
