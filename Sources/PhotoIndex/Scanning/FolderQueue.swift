internal import PhotoFolder
internal import Platform

/// The folders that a refresh lists, in depth-first order.
struct FolderQueue {
    /// The folders to list; the last one is next.
    private var pending: [[UInt8]] = []
    private var queued: Set<[UInt8]> = []
    private var visited: Set<FileStatus.Identity> = []
    /// The folders that were as the index knows them when they were compared. They are not listed.
    private var compared: Set<FileStatus.Identity> = []
    /// The symbolic links that were entered, unless all folders are listed.
    private var links: Set<[UInt8]> = []
    /// Whether every subfolder is listed, or only those that differ from what the index knows.
    let entersAll: Bool

    /// All folders of the library.
    init() {
        entersAll = true
        pending = [[]]
    }

    /// - Parameters:
    ///   - folders: the folders to list.
    ///   - compared: the folders that are as the index knows them, which are not listed.
    init(_ folders: some Sequence<[UInt8]>, compared: Set<FileStatus.Identity> = []) {
        entersAll = false
        self.compared = compared
        queued = Set(folders)
        pending = queued.sorted { $1.lexicographicallyPrecedes($0) }
    }

    mutating func next() -> [UInt8]? { pending.popLast() }

    /// Adds subfolders of the folder that was listed last, in their order.
    ///
    /// - Parameter links: those of them that are symbolic links, and others that need not be listed.
    mutating func enter(_ folders: [[UInt8]], links: [[UInt8]]) {
        if !entersAll { self.links.formUnion(links) }
        for folder in folders.reversed() where entersAll || queued.insert(folder).inserted { pending.append(folder) }
    }

    /// Marks a folder as visited. Returns false if it was visited already, under another path to which a link or a
    /// mount leads.
    mutating func visit(_ status: FileStatus) -> Bool { visited.insert(status.identity).inserted }

    /// Whether a folder was as the index knows it when it was compared.
    func isCompared(_ status: FileStatus) -> Bool { compared.contains(status.identity) }

    /// Whether a path is that of a link, and what it leads to may be in the index under another path, where this refresh
    /// does not look, or looks later.
    func isLink(_ path: [UInt8]) -> Bool { links.contains(path) }

    /// Removes the marks of a folder, so that it is listed when it is reached.
    mutating func leave(_ status: FileStatus) {
        visited.remove(status.identity)
        compared.remove(status.identity)
    }
}
