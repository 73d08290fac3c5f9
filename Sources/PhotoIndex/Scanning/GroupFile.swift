internal import PhotoFolder
internal import Platform

/// An entry of a folder, with what the index knows of it and what the file system says.
struct GroupFile {
    let name: [UInt8]
    let kind: FileKind
    let sidecar: Sidecar?
    /// Its number among the known files.
    let known: Int?
    /// Nil for what is no regular file, and when it vanished.
    let state: AssetDraft.FileState?
    private let isRefused: Bool
    private let knownState: AssetDraft.FileState?

    /// The entries of one stem.
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

    /// Whether it is a file that says something of those of its stem. One behind a symbolic link does not count.
    var isReadSidecar: Bool { sidecar?.isRead == true && kind == .file }

    /// Whether it is what the index knows. Sidecars of which nothing is read are nothing to the index, unless it knows them from
    /// when they were something else, such as the file in whose place a link is now; symbolic links to others are followed each
    /// time.
    var isUnchanged: Bool {
        if sidecar != nil, !isReadSidecar { return known == nil }
        return state != nil && state == knownState && !isRefused
    }
}
