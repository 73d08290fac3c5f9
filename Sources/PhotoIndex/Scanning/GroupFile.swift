internal import PhotoFolder
internal import Platform

/// An entry of a folder, with what the index knows of it and what the file system says.
struct GroupFile {
    let name: [UInt8]
    let kind: FileKind
    let sidecar: Sidecar?
    /// Its number among the known files of the folder; nil if the index does not know it.
    let known: Int?
    /// Nil if it is not a regular file, or vanished.
    let state: AssetDraft.FileState?
    private let isRefused: Bool
    private let knownState: AssetDraft.FileState?

    /// The entries of one group of the listing: the files of one stem.
    static func files(_ group: Range<Int>, _ scan: FolderScan) -> [GroupFile] {
        let names = group.map { scan.listing.name($0) }
        let sidecars = GroupKey.sidecars(names)
        return group.enumerated().map { offset, index in GroupFile(index, names[offset], sidecars[offset], scan) }
    }

    private init(_ index: Int, _ name: [UInt8], _ sidecar: Sidecar?, _ scan: FolderScan) {
        (self.name, self.sidecar) = (name, sidecar)
        kind = scan.listing.kind(index)
        known = scan.known.index(of: name)
        let entry = known.map { scan.known.entries[$0] }
        knownState = entry?.state
        isRefused = entry?.isRefused ?? false
        let status = kind == .file ? try? scan.inspection.folder.status(of: name) : nil
        state = status.map { AssetDraft.FileState($0) }
    }

    /// Whether it is a sidecar whose content is read. Symbolic links are not.
    var isReadSidecar: Bool { sidecar?.isRead == true && kind == .file }

    /// Whether it is as the index knows it.
    ///
    /// A sidecar that is not read is unchanged if the index does not know it. It may know it from when the name was
    /// that of something else, such as a file that a link has replaced since. Any other symbolic link counts as
    /// changed, so that it is followed each time.
    var isUnchanged: Bool {
        if sidecar != nil, !isReadSidecar { return known == nil }
        return state != nil && state == knownState && !isRefused
    }
}
