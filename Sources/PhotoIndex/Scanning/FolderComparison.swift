internal import PhotoFolder
internal import Platform

/// Compares folders with what an index knows of them; looks at each folder's status once.
struct FolderComparison {
    private let root: LibraryRoot
    private(set) var changed: [[UInt8]] = []
    private(set) var unchanged: Set<FileStatus.Identity> = []

    init(_ root: LibraryRoot) { self.root = root }

    mutating func compare(_ folder: KnownFolder) {
        if let status = root.status(at: folder.path), folder.stamp.matches(status) {
            unchanged.insert(status.identity)
        } else {
            changed.append(folder.path)
        }
    }
}

extension LibraryRoot {
    /// What is at a path from the root now; nil if nothing is there.
    func status(at path: [UInt8]) -> FileStatus? {
        // The whole path is resolved here, and a link in it may be new. That is safe: nothing is opened, and the folder
        // that contains the link has changed, so it is listed.
        path.isEmpty ? try? folder.status() : try? folder.status(of: path)
    }
}
