internal import Glibc

/// What processes that were killed left in a folder: temporary folders and unfinished files.
package enum Leftovers {
    /// The number of characters with which `mkdtemp` replaces the X.
    private static let suffixLength = 6
    /// Seconds for which a new folder may not be locked yet.
    private static let youth: Int64 = 30

    /// Removes this user's temporary folders of a kind, unless a process has locked them.
    ///
    /// - Parameters:
    ///   - prefix: the prefix that `ScratchFolder` was given.
    ///   - olderThan: the least number of seconds since the last change of a folder that is removed.
    static func sweep(prefix: String, in parent: String, olderThan seconds: Int64 = youth) {
        let start = Array("\(prefix)-".utf8)
        sweep(.folder, in: parent, olderThan: seconds) { name in
            name.count == start.count + suffixLength && name.starts(with: start)
                && name.dropFirst(start.count).allSatisfy { isalnum(Int32($0)) != 0 }
        }
    }

    /// Removes this user's files or folders whose names are those of leftovers, unless a process has locked them.
    ///
    /// - Parameters:
    ///   - kind: `.file`, or `.folder`, which is removed with its content.
    ///   - olderThan: the least number of seconds since the last change of what is removed.
    ///   - isLeftover: whether a name is that of a leftover.
    package static func sweep(
        _ kind: FileKind, in parent: String, olderThan seconds: Int64,
        where isLeftover: (UnsafeBufferPointer<UInt8>) -> Bool
    ) {
        guard let folder = try? OwnedDescriptor.open(parent, .folder) else { return }
        var names: [[UInt8]] = []
        try? folder.borrowed.forEachEntry { name, found in
            if found == kind, isLeftover(name) { names.append(Array(name)) }
            return true
        }
        for name in names { remove(name, kind, in: folder.borrowed, parent, olderThan: seconds) }
    }

    private static func remove(
        _ name: [UInt8], _ kind: FileKind, in folder: Descriptor, _ parent: String, olderThan seconds: Int64
    ) {
        // Another user's temporary folder cannot be opened, and is never removed, since only its owner can enter it.
        guard let found = try? folder.open(name, [.noFollow, .neverWait]), let status = try? found.borrowed.status(),
            status.kind == kind, status.owner == CurrentProcess.user, isOld(status, seconds),
            (try? found.borrowed.tryToLock()) == true
        else { return }
        if kind == .folder {
            removeTree("\(parent)/\(String(decoding: name, as: UTF8.self))")
        } else {
            try? folder.removeFile(name)
        }
    }

    private static func isOld(_ status: FileStatus, _ seconds: Int64) -> Bool {
        // A plugin or a program may have given it any date: one of before 1734 is no difference that fits.
        let (age, isImpossible) = WallTime.now.subtractingReportingOverflow(status.modificationTime)
        return isImpossible || age >= seconds * 1_000_000_000
    }
}
