/// One file of an asset, or a part of one: the RAW beside a JPEG, the video of a Live Photo.
public struct Representation: Hashable, Sendable {
    /// What it is to its asset.
    public var role: RepresentationRole
    /// The name of the file; U+FFFD stands for what is not UTF-8.
    public var filename: String
    /// The path of the file, from the library's root.
    public var path: AssetPath
    /// The uniform type identifier, found from the content.
    public var contentType: String
    /// The number of bytes of the representation.
    public var byteSize: Int64
    /// Changes whenever the content changes.
    public var contentTag: UInt64
    /// Where it starts in its file, in bytes: not 0 for a video inside a motion photo.
    public var byteOffset: Int64
    /// The width of the upright image; 0 when the file does not say.
    public var pixelWidth: Int
    /// The height of the upright image; 0 when the file does not say.
    public var pixelHeight: Int
    /// Where its bytes are.
    public var availability = Availability.unknown

    /// - Parameters:
    ///   - role: what it is to its asset.
    ///   - filename: name of the file.
    ///   - path: from the library's root.
    ///   - contentType: uniform type identifier.
    ///   - byteSize: bytes of the representation.
    ///   - contentTag: changes whenever the content changes.
    ///   - byteOffset: where it starts in its file.
    ///   - pixelWidth: the width of the upright image; 0 when that is not known.
    ///   - pixelHeight: the height of the upright image; 0 when that is not known.
    public init(
        role: RepresentationRole, filename: String, path: AssetPath, contentType: String, byteSize: Int64,
        contentTag: UInt64, byteOffset: Int64 = 0, pixelWidth: Int = 0, pixelHeight: Int = 0
    ) {
        self.role = role
        self.filename = filename
        self.path = path
        self.contentType = contentType
        self.byteSize = byteSize
        self.contentTag = contentTag
        self.byteOffset = byteOffset
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }
}

/// What a representation is to its asset. Raw values are those of the backend ABI.
public enum RepresentationRole: UInt32, Sendable, CaseIterable {
    case photo = 1
    case raw, edited, pairedVideo, video, alternate

    /// The name in JSON and on the command line.
    public var name: String { String(describing: self) }
}
