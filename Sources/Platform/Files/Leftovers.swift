internal import Glibc

/// Temporary folders of processes that were killed before they could remove them.
enum Leftovers {
    /// What `mkdtemp` puts in place of the X.
    private static let suffixLength = 6
    /// Seconds that a folder may be there before it is locked.
    private static let youth: Int64 = 30

    /// Removes the folders of a kind that are this user's and that no process has locked.
    ///
    /// - Parameters:
    ///   - prefix: the kind, as for `ScratchFolder`.
    ///   - olderThan: seconds since the last change of what is removed.
    static func sweep(prefix: String, in parent: String, olderThan seconds: Int64 = youth) {
        guard let folder = try? OwnedDescriptor.open(parent, .folder) else { return }
        var names: [[UInt8]] = []
        try? folder.borrowed.forEachEntry { name, kind in
            if kind == .folder, isLeftover(name, Array("\(prefix)-".utf8)) { names.append(Array(name)) }
            return true
        }
        for name in names { remove(name, in: folder.borrowed, parent, olderThan: seconds) }
    }

    private static func isLeftover(_ name: UnsafeBufferPointer<UInt8>, _ start: [UInt8]) -> Bool {
        name.count == start.count + suffixLength && name.starts(with: start)
            && name.dropFirst(start.count).allSatisfy { isalnum(Int32($0)) != 0 }
    }

    private static func remove(_ name: [UInt8], in folder: Descriptor, _ parent: String, olderThan seconds: Int64) {
        // Only the owner can enter it, so that one of another user cannot be opened. Others' names are never removed.
        guard let found = try? folder.open(name, [.folder, .noFollow]), let status = try? found.borrowed.status(),
            status.owner == geteuid(), WallTime.now - status.modificationTime >= seconds * 1_000_000_000,
            (try? found.borrowed.tryToLock()) == true
        else { return }
        removeTree("\(parent)/\(String(decoding: name, as: UTF8.self))")
    }
}
