public import PhotoModel

/// The files of one asset: names in one folder, and what each is to the asset.
public struct AssetFiles: Hashable, Sendable {
    /// One file of an asset.
    public struct Member: Hashable, Sendable {
        public var name: [UInt8]
        public var role: RepresentationRole
        /// Found from the first bytes.
        public var format: MediaFormat

        public init(name: [UInt8], role: RepresentationRole, format: MediaFormat) {
            self.name = name
            self.role = role
            self.format = format
        }
    }

    /// From the library's root; empty for the root itself.
    public var folder: [UInt8]
    /// At least one. The first represents the asset: identifier, file name and path are its.
    public var members: [Member]

    /// Names of files in the same folder that say something of the asset and are no representations of it (`IMG_1.xmp`,
    /// `IMG_1.AAE`), in the order in which they count.
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

    /// The file whose pixels are that version of the asset (`ImageVersion.roles`): of a video, one of its frames.
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
