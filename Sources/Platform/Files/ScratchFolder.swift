internal import CPlatform
internal import Glibc
internal import Synchronization

/// A new folder for its owner alone, removed with all that is in it at the end of its life. What processes left behind that
/// were killed is removed when the next one makes a folder of the same kind: each folder is locked as long as it is in use.
package final class ScratchFolder: Sendable {
    package let path: String
    private let isRemoved = Atomic(false)
    /// The paths of those that are there.
    private static let present = Mutex<Set<String>>([])
    /// Open and locked for as long as the folder is in use.
    private let lock: OwnedDescriptor?

    /// Where temporary files belong: what the environment says (TMPDIR), or /tmp.
    package static var parent: String { Environment.value(of: "TMPDIR") ?? "/tmp" }

    /// - Parameters:
    ///   - prefix: what its name begins with; "-" and six random characters follow.
    ///   - parent: the folder to make it in.
    package init(prefix: String, in parent: String = ScratchFolder.parent) throws(SystemError) {
        var template = Array("\(parent)/\(prefix)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .last }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        // Where there are no locks the folder is younger than what is swept away, for a while.
        if let folder = try? OwnedDescriptor.open(path, [.folder, .noFollow]) {
            _ = try? folder.borrowed.tryToLock()
            lock = consume folder
        } else {
            lock = nil
        }
        Self.present.withLock { [path] in _ = $0.insert(path) }
        Leftovers.sweep(prefix: prefix, in: parent)
    }

    deinit { remove() }

    /// Removes it before its end.
    package func remove() {
        guard !isRemoved.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Self.present.withLock { _ = $0.remove(path) }
        removeTree(path)
    }

    /// Removes all of this process that are there, before it ends with threads that still have some.
    package static func removeAll() { for path in present.withLock({ $0 }) { removeTree(path) } }
}

extension OwnedDescriptor {
    /// A new file for its owner alone, to read and to write, which has lost its name already.
    package static func temporaryFile(prefix: String) throws(SystemError) -> OwnedDescriptor {
        var template = Array("\(ScratchFolder.parent)/\(prefix)-XXXXXX".utf8CString)
        let file = OwnedDescriptor(try checked { mkstemp(&template) })
        file.borrowed.closeOnExec()
        unlink(template)
        return file
    }
}

/// Removes a folder with all that is in it, folders without permissions included; follows no links and enters no other
/// file system. What this process may not remove stays.
package func removeTree(_ path: String) { platform_remove_tree(path) }
