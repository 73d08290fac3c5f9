/// One file of an asset, or a part of one: the RAW beside a JPEG, the video of a Live Photo.
public struct Representation: Hashable, Sendable {
    public var role: RepresentationRole
    public var filename: String
    public var path: AssetPath
    /// Uniform type identifier, told from the content.
    public var contentType: String
    public var byteSize: Int64
    public var versionToken: UInt64
    /// Where it starts in its file: not 0 for a video inside a motion photo.
    public var byteOffset: Int64
    /// After orientation; 0 when the file does not tell.
    public var pixelWidth: Int
    public var pixelHeight: Int

    public init(
        role: RepresentationRole, filename: String, path: AssetPath, contentType: String, byteSize: Int64,
        versionToken: UInt64, byteOffset: Int64 = 0, pixelWidth: Int = 0, pixelHeight: Int = 0
    ) {
        self.role = role
        self.filename = filename
        self.path = path
        self.contentType = contentType
        self.byteSize = byteSize
        self.versionToken = versionToken
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
