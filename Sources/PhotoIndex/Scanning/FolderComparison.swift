internal import PhotoFolder
internal import Platform

/// Compares folders with what an index knows of them; looks at each folder's status once.
struct FolderComparison {
    private let root: LibraryRoot
    private(set) var changed: [[UInt8]] = []
    private(set) var unchanged: Set<FileStatus.Identity> = []

    init(_ root: LibraryRoot) { self.root = root }

    mutating func compare(_ folder: KnownFolder) {
        // The whole path is resolved here, and a link in it may be new. That is safe: nothing is opened, and the folder
        // that contains the link has changed, so it is listed.
        let status = folder.path.isEmpty ? try? root.folder.status() : try? root.folder.status(of: folder.path)
        if let status, folder.stamp.matches(status) {
            unchanged.insert(status.identity)
        } else {
            changed.append(folder.path)
        }
    }
}
