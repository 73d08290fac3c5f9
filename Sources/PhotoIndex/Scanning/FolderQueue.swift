internal import PhotoFolder
internal import Platform

/// Which folders a refresh lists, in the order in which a walk over the library does.
struct FolderQueue {
    /// The last one is next.
    private var pending: [[UInt8]] = []
    private var queued: Set<[UInt8]> = []
    private var visited: Set<FileStatus.Identity> = []
    /// Whether all folders inside are listed too, or only those that the index does not know as they are.
    let entersAll: Bool

    /// All folders of the library.
    init() {
        entersAll = true
        pending = [[]]
    }

    /// - Parameters:
    ///   - folders: to list.
    ///   - visited: those that are as the index knows them.
    init(_ folders: some Sequence<[UInt8]>, visited: Set<FileStatus.Identity> = []) {
        entersAll = false
        self.visited = visited
        queued = Set(folders)
        pending = queued.sorted { $1.lexicographicallyPrecedes($0) }
    }

    mutating func next() -> [UInt8]? { pending.popLast() }

    /// Adds folders inside of the one that was listed last, in their order.
    mutating func enter(_ folders: [[UInt8]]) {
        for folder in folders.reversed() where entersAll || queued.insert(folder).inserted { pending.append(folder) }
    }

    /// False when a folder was listed already under another path, which links and mounts may lead to.
    mutating func visit(_ status: FileStatus) -> Bool { visited.insert(status.identity).inserted }

    /// Has a folder listed that counts as visited, when it comes.
    mutating func leave(_ status: FileStatus) { visited.remove(status.identity) }
}
