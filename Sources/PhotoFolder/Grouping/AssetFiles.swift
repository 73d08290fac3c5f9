public import PhotoModel

/// The files of one asset: their names in one folder, and the role of each.
public struct AssetFiles: Hashable, Sendable {
    /// One file of an asset.
    public struct Member: Hashable, Sendable {
        public var name: [UInt8]
        public var role: RepresentationRole
        /// By the file's first bytes.
        public var format: MediaFormat

        public init(name: [UInt8], role: RepresentationRole, format: MediaFormat) {
            self.name = name
            self.role = role
            self.format = format
        }
    }

    /// The folder's path from the library's root; empty for the root itself.
    public var folder: [UInt8]
    /// At least one. The first represents the asset, which has its identifier, file name and path.
    public var members: [Member]

    /// Names of files in the same folder that describe the asset but are not representations of it (`IMG_1.xmp`,
    /// `IMG_1.AAE`), by precedence.
    public var sidecars: [[UInt8]]

    public init(folder: [UInt8], members: [Member], sidecars: [[UInt8]] = []) {
        self.folder = folder
        self.members = members
        self.sidecars = sidecars
    }

    /// The path from the root of the file that represents the asset.
    public var path: [UInt8] { path(of: members[0]) }

    /// The path from the root of one of its files.
    public func path(of member: Member) -> [UInt8] { joined(folder, member.name) }

    public var mediaType: MediaType { members[0].format.kind == .video ? .video : .image }

    /// The first file with this role.
    public func member(_ role: RepresentationRole) -> Member? { members.first { $0.role == role } }

    /// The file that shows a version of the asset (`ImageVersion.roles`); for a video, one of its frames is shown.
    public func image(_ version: ImageVersion) -> Member? {
        if mediaType == .video {
            let edited = members.first { $0.role == .edited && $0.format.kind == .video }
            return version == .current ? edited ?? members[0] : members[0]
        }
        // The edited video of a Live Photo does not show the photo.
        let images = members.filter { $0.role != .edited || $0.format.kind != .video }
        for role in version.roles {
            if let found = images.first(where: { $0.role == role }) { return found }
        }
        return nil
    }
}
