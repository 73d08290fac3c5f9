package import Imaging
public import PhotoModel

/// Makes the record of an asset from its files: their status, and the headers of images.
///
/// Keeps the last folder open, for consecutive assets of one folder. Do not keep it for longer than that, because the
/// folder may be renamed.
public struct AssetRecords {
    let root: LibraryRoot
    private var folder: (path: [UInt8], open: OpenFolder)?

    public init(_ root: LibraryRoot) { self.root = root }

    /// The record of an asset.
    ///
    /// Name, identifier, dates and type are those of the file that represents the asset. The pixel size is that of the
    /// current version, which may be an edited file. Other files that vanished are ignored.
    ///
    /// - Throws: `FolderError` if the file that represents it cannot be read.
    public mutating func asset(_ files: AssetFiles) throws(FolderError) -> Asset {
        try details(files).asset
    }

    /// The record with all its files, in the order in which `ReadRequest` counts them.
    ///
    /// - Parameter cancellation: ends the reading of long headers. What was not read is missing then: callers ask the
    ///   cancellation before they use the record.
    public mutating func details(
        _ files: AssetFiles, cancellation: Cancellation = .never
    ) throws(FolderError) -> AssetDetails {
        let folder = try open(files.folder)
        let present = files.present(in: folder)
        let sidecars = present.sidecars.isEmpty ? nil : folder.sidecars(of: present)
        let first = try facts(files.members[0], of: files, in: folder, sidecars, readsMetadata: true, cancellation)
        let others = files.members.dropFirst().compactMap { member in
            // A file that was exported without metadata gets that of its RAW file.
            let readsMetadata = member.role == .raw && first.metadata?.isDated != true
            return try? facts(member, of: files, in: folder, sidecars, readsMetadata: readsMetadata, cancellation)
        }
        let all = [first] + others
        let asset = Asset(present, all, root.identity)
        return AssetDetails(
            asset: asset, representations: Asset.representations(all), camera: all.telling?.camera)
    }

    /// Opens the file that shows one version of an asset.
    public mutating func file(
        _ member: AssetFiles.Member, of files: AssetFiles
    ) throws(FolderError) -> OpenMediaFile {
        try root.file(member.name, in: try open(files.folder))
    }

    /// The orientation that a sidecar gives to the image in a file, if the file itself has another one; otherwise nil.
    package mutating func turned(
        _ member: AssetFiles.Member, of files: AssetFiles, _ file: OpenMediaFile, cancellation: Cancellation = .never
    ) -> Orientation? {
        guard !files.sidecars.isEmpty, let folder = try? open(files.folder),
            let orientation = folder.sidecars(of: files).orientation(of: member),
            let header = try? root.decoder.header(of: file.source, cancellation: cancellation),
            header.orientation != orientation
        else { return nil }
        return orientation
    }

    /// Values that change when a sidecar of the asset changes, is added or is removed.
    package mutating func sidecarTokens(of files: AssetFiles) -> [UInt64] {
        guard !files.sidecars.isEmpty, let folder = try? open(files.folder) else { return [] }
        return files.sidecars.map { name in (try? folder.status(of: name)).map { ContentTag.token(of: $0) } ?? 0 }
    }

    mutating func open(_ path: [UInt8]) throws(FolderError) -> OpenFolder {
        if let folder, folder.path == path { return folder.open }
        let opened = try root.folder(at: path)
        folder = (path, opened)
        return opened
    }

    private func facts(
        _ member: AssetFiles.Member, of files: AssetFiles, in folder: OpenFolder, _ sidecars: SidecarReading?,
        readsMetadata: Bool, _ cancellation: Cancellation
    ) throws(FolderError) -> MemberFacts {
        let file = try root.file(member.name, in: folder)
        let facts = FileFacts(
            file, format: member.format, decoder: root.decoder, readsMetadata: readsMetadata,
            cancellation: cancellation)
        return MemberFacts(member, of: files, facts, sidecars)
    }
}

extension AssetFiles {
    /// The files without the sidecars that have vanished since they were found.
    fileprivate func present(in folder: OpenFolder) -> AssetFiles {
        guard !sidecars.isEmpty else { return self }
        var files = self
        files.sidecars = sidecars.filter { (try? folder.status(of: $0)) != nil }
        return files
    }
}
