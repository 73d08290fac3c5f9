internal import CPlatform
internal import Glibc
internal import Synchronization

/// A temporary folder that only its owner may access, removed with its content at the end of this object's life.
/// Folders that killed processes left behind are removed when the next one of the same prefix is made: a folder is
/// locked for as long as it is in use. A process looks for them once a minute at most: the parent may have many files.
package final class ScratchFolder: Sendable {
    package let path: String
    private let isRemoved = Atomic(false)
    /// The paths of the folders that this process has now.
    private static let present = Mutex<Set<String>>([])
    /// When the process last looked for what others left, on the monotonic clock, by the beginning of the paths.
    private static let sweeps = Mutex<[String: UInt64]>([:])
    /// Nanoseconds between two looks.
    private static let sweepInterval: UInt64 = 60_000_000_000
    /// Open and locked for as long as the folder is in use.
    private let lock: OwnedDescriptor?

    /// Where temporary files belong: TMPDIR, or /tmp.
    package static var parent: String { Environment.value(of: "TMPDIR") ?? "/tmp" }

    /// - Parameters:
    ///   - prefix: what the name begins with; "-" and six random characters follow.
    ///   - parent: the folder in which it is made.
    package init(prefix: String, in parent: String = ScratchFolder.parent) throws(SystemError) {
        var template = Array("\(parent)/\(prefix)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .last }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        // On a file system without locks, only its age protects the folder from `Leftovers.sweep`.
        if let folder = try? OwnedDescriptor.open(path, [.folder, .noFollow]) {
            _ = try? folder.borrowed.tryToLock()
            lock = consume folder
        } else {
            lock = nil
        }
        Self.present.withLock { [path] in _ = $0.insert(path) }
        if Self.isSweepDue("\(parent)/\(prefix)", at: MonotonicTime.now) { Leftovers.sweep(prefix: prefix, in: parent) }
    }

    private static func isSweepDue(_ kind: String, at now: UInt64) -> Bool {
        sweeps.withLock { sweeps in
            if let last = sweeps[kind], now - last < sweepInterval { return false }
            sweeps[kind] = now
            return true
        }
    }

    deinit { remove() }

    /// Removes the folder before the object's end.
    package func remove() {
        guard !isRemoved.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Self.present.withLock { _ = $0.remove(path) }
        removeTree(path)
    }

    /// Removes all folders of this process, before it ends while threads may still use some.
    package static func removeAll() { for path in present.withLock({ $0 }) { removeTree(path) } }
}

extension OwnedDescriptor {
    /// Creates a temporary file that only its owner may access, open for reading and writing. Its name is removed at
    /// once.
    package static func temporaryFile(prefix: String) throws(SystemError) -> OwnedDescriptor {
        var template = Array("\(ScratchFolder.parent)/\(prefix)-XXXXXX".utf8CString)
        let file = OwnedDescriptor(try checked { mkstemp(&template) })
        file.borrowed.closeOnExec()
        unlink(template)
        return file
    }
}

/// Removes a folder with its content, including folders without permissions. Follows no links and enters no other file
/// system. What this process may not remove stays.
package func removeTree(_ path: String) { platform_remove_tree(path) }
