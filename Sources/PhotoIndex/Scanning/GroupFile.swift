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

    init(_ index: Int, _ scan: FolderScan) {
        name = scan.listing.name(index)
        kind = scan.listing.kind(index)
        sidecar = GroupKey.sidecar(name)
        known = scan.known.index(of: name)
        let entry = known.map { scan.known.entries[$0] }
        knownState = entry?.state
        isRefused = entry?.isRefused ?? false
        let status = kind == .file ? try? scan.inspection.folder.status(of: name) : nil
        state = status.map { AssetDraft.FileState($0) }
    }

    /// Whether it is what the index knows. Previews of old cameras are nothing to the index; symbolic links are
    /// followed each time.
    var isUnchanged: Bool {
        if sidecar == .thumbnail { return true }
        return state != nil && state == knownState && !isRefused
    }
}
