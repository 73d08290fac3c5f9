internal import PhotoFolder
internal import Platform

/// Compares folders with what an index knows of them, with one look at each.
struct FolderComparison {
    private let root: LibraryRoot
    private(set) var changed: [[UInt8]] = []
    private(set) var unchanged: Set<FileStatus.Identity> = []

    init(_ root: LibraryRoot) { self.root = root }

    mutating func compare(_ folder: KnownFolder) {
        // Names are looked up from the root here, which may lead through a link that was just made: nothing is opened,
        // and the folder that holds the link has changed and is listed.
        let status = folder.path.isEmpty ? try? root.folder.status() : try? root.folder.status(of: folder.path)
        if let status, folder.stamp.matches(status) {
            unchanged.insert(status.identity)
        } else {
            changed.append(folder.path)
        }
    }
}
