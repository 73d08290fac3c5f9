internal import Glibc

/// Temporary folders of processes that were killed before they could remove them.
enum Leftovers {
    /// The number of characters with which `mkdtemp` replaces the X.
    private static let suffixLength = 6
    /// Seconds for which a new folder may not be locked yet.
    private static let youth: Int64 = 30

    /// Removes this user's folders of a kind, unless a process has locked them.
    ///
    /// - Parameters:
    ///   - prefix: the prefix that `ScratchFolder` was given.
    ///   - olderThan: the least number of seconds since the last change of a folder that is removed.
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

    private static func isOld(_ status: FileStatus, _ seconds: Int64) -> Bool {
        // A plugin may have given its folder any date: one of before 1734 is no difference that fits.
        let (age, isImpossible) = WallTime.now.subtractingReportingOverflow(status.modificationTime)
        return isImpossible || age >= seconds * 1_000_000_000
    }

    private static func remove(_ name: [UInt8], in folder: Descriptor, _ parent: String, olderThan seconds: Int64) {
        // Another user's folder cannot be opened, and is never removed, since only its owner can enter it.
        guard let found = try? folder.open(name, [.folder, .noFollow]), let status = try? found.borrowed.status(),
            status.owner == geteuid(), isOld(status, seconds),
            (try? found.borrowed.tryToLock()) == true
        else { return }
        removeTree("\(parent)/\(String(decoding: name, as: UTF8.self))")
    }
}
