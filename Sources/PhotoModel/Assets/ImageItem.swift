/// One of the images inside a file that can contain several: HEIF.
public struct ImageItem: Hashable, Sendable {
    /// Raw values are those of the backend ABI.
    public enum Kind: UInt32, Sendable, CaseIterable {
        /// The image by which the file is shown.
        case primary = 1
        /// Another image of the same rank: one more of a burst, the other one of a stereo pair.
        case image = 2
        case thumbnail = 3
        case depth = 4
        case alpha = 5
        /// Something else that belongs to an image: a gain map, a mask of its sky.
        case auxiliary = 6
        case sequenceFrame = 7

        /// The name in JSON and listings.
        public var name: String {
            switch self {
            case .primary: "primary"
            case .image: "image"
            case .thumbnail: "thumbnail"
            case .depth: "depth"
            case .alpha: "alpha"
            case .auxiliary: "auxiliary"
            case .sequenceFrame: "sequence-frame"
            }
        }
    }

    /// What it is to the file.
    public let kind: Kind
    /// The file's own number for it.
    public let id: UInt32
    /// The width of the upright image.
    public let pixelWidth: Int
    /// The height of the upright image.
    public let pixelHeight: Int
    /// What an auxiliary image is, as a uniform resource name; nil for other images.
    public let auxiliaryType: String?

    /// - Parameters:
    ///   - kind: what it is to the file.
    ///   - id: the file's own number for it.
    ///   - pixelWidth: the width of the upright image.
    ///   - pixelHeight: the height of the upright image.
    ///   - auxiliaryType: what an auxiliary image is; nil for others.
    public init(kind: Kind, id: UInt32, pixelWidth: Int, pixelHeight: Int, auxiliaryType: String? = nil) {
        self.kind = kind
        self.id = id
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.auxiliaryType = auxiliaryType
    }
}
