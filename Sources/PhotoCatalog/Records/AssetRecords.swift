internal import Imaging
public import PhotoModel

/// Makes what a library tells of an asset from its files: their status, and the headers of images.
///
/// Keeps the last folder open, for a run of assets that lie together. Make one for each such run, not for longer: the
/// folder may be renamed.
public struct AssetRecords {
    let root: LibraryRoot
    private var folder: (path: [UInt8], open: OpenFolder)?

    public init(_ root: LibraryRoot) { self.root = root }

    /// The record of an asset.
    ///
    /// Name, identifier, dates and type are those of the file that represents it; its pixel size is that of the current
    /// version, which may be an edited file. Files that vanished besides are passed over.
    ///
    /// - Throws: `CatalogError` when the file that represents it cannot be read.
    public mutating func asset(_ files: AssetFiles) throws(CatalogError) -> Asset {
        try details(files).asset
    }

    /// The record with all its files, in the order in which `ReadRequest` counts them.
    public mutating func details(_ files: AssetFiles) throws(CatalogError) -> AssetDetails {
        let folder = try open(files.folder)
        let first = try MemberFacts(files.members[0], of: files, in: folder, root: root, readsMetadata: true)
        let others = files.members.dropFirst().compactMap { member in
            try? MemberFacts(member, of: files, in: folder, root: root, readsMetadata: false)
        }
        let all = [first] + others
        let asset = asset(files, all)
        return AssetDetails(asset: asset, representations: all.map(\.representation), camera: first.camera)
    }

    /// Opens the file that shows one version of an asset.
    public mutating func file(
        _ member: AssetFiles.Member, of files: AssetFiles
    ) throws(CatalogError) -> OpenMediaFile {
        try root.file(member.name, in: try open(files.folder))
    }

    mutating func open(_ path: [UInt8]) throws(CatalogError) -> OpenFolder {
        if let folder, folder.path == path { return folder.open }
        let opened = try root.folder(at: path)
        folder = (path, opened)
        return opened
    }

    private func asset(_ files: AssetFiles, _ facts: [MemberFacts]) -> Asset {
        let first = facts[0]
        let current = facts.first { $0.role == .edited && $0.format.kind != .video } ?? first
        var asset = Asset(
            localIdentifier: root.identity.asset(at: files.path).text, filename: first.representation.filename,
            path: first.representation.path, contentType: first.representation.contentType, mediaType: files.mediaType)
        asset.mediaSubtypes = subtypes(facts)
        asset.pixelWidth = current.representation.pixelWidth
        asset.pixelHeight = current.representation.pixelHeight
        asset.modificationTime = first.modificationTime
        asset.creation = .of(first.metadata, name: first.name, modificationTime: first.modificationTime)
        asset.byteSize = first.representation.byteSize
        asset.versionToken = VersionToken.token(of: facts.map(\.representation.versionToken))
        asset.duration = files.mediaType == .video ? nil : 0
        asset.location = first.metadata?.location.map { Location(latitude: $0.latitude, longitude: $0.longitude) }
        asset.hasAdjustments = facts.contains { $0.role == .edited }
        asset.representationCount = facts.count
        return asset
    }

    private func subtypes(_ facts: [MemberFacts]) -> MediaSubtypes {
        var subtypes: MediaSubtypes = []
        if facts.contains(where: { $0.role == .raw }) { subtypes.insert(.raw) }
        if facts.contains(where: { $0.role == .pairedVideo }) { subtypes.insert(.livePhoto) }
        let name = facts[0].name.prefix(10).map(\.asciiLowercased)
        if facts[0].format.kind == .image, Self.screenshotNames.contains(where: { name.starts(with: $0.utf8) }) {
            subtypes.insert(.screenshot)
        }
        return subtypes
    }

    /// How desktops and phones begin the names of screenshots.
    private static let screenshotNames = ["screenshot", "screen sho", "screen_sho", "scrnshot"]
}
