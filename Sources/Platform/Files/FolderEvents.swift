internal import Glibc

/// The kernel's notifications about folders (inotify). Used on one thread.
package final class FolderEvents {
    /// The kernel's number for a watched folder.
    package typealias Watch = CInt

    /// One notification.
    package struct Event {
        package let watch: Watch
        private let mask: UInt32

        init(_ event: inotify_event) { (watch, mask) = (event.wd, event.mask) }

        private func has(_ bits: Int...) -> Bool { bits.contains { mask & UInt32($0) != 0 } }

        /// The kernel dropped notifications: anything may have changed.
        package var isOverflow: Bool { has(Int(IN_Q_OVERFLOW)) }
        /// The folder is no longer watched: it is gone.
        package var isEndOfWatch: Bool { has(Int(IN_IGNORED)) }
        /// What the name stands for is a folder.
        package var isFolder: Bool { has(Int(IN_ISDIR)) }
        /// The name is new, or another file has it now.
        package var isArrival: Bool { has(Int(IN_CREATE), Int(IN_MOVED_TO)) }
        /// A file is complete: it was closed after writing, or moved to where it is.
        package var isCompletion: Bool { has(Int(IN_CLOSE_WRITE), Int(IN_MOVED_TO)) && !isFolder }
    }

    private static let mask =
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_ONLYDIR

    private let descriptor: OwnedDescriptor

    /// - Throws: `.noDescriptors` when the user has no instance of inotify left, too.
    package init() throws(SystemError) {
        descriptor = OwnedDescriptor(try checked { inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC)) })
    }

    /// Watches an open folder; once, however often it is added.
    ///
    /// - Throws: `.diskFull` when the user may not watch more folders.
    package func add(_ folder: Descriptor) throws(SystemError) -> Watch {
        // By its descriptor: the path may lead elsewhere by now.
        let path = "/proc/self/fd/\(folder.number)"
        return try checked { inotify_add_watch(descriptor.borrowed.number, path, UInt32(Self.mask)) }
    }

    /// Waits until there is a notification, at most so long, and calls `body` with all that there are and with the names
    /// in the folder that they are about; empty for the folder itself.
    package func wait(milliseconds: Int, _ body: (Event, ArraySlice<UInt8>) -> Void) {
        var entry = pollfd(fd: descriptor.borrowed.number, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, CInt(clamping: milliseconds)) > 0 else { return }
        while let bytes = try? descriptor.borrowed.read(count: 64 << 10), !bytes.isEmpty { split(bytes, body) }
    }

    private func split(_ bytes: [UInt8], _ body: (Event, ArraySlice<UInt8>) -> Void) {
        let headLength = MemoryLayout<inotify_event>.size
        var rest = bytes[...]
        while rest.count >= headLength {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            body(Event(event), rest.dropFirst(headLength).prefix(Int(event.len)).prefix { $0 != 0 })
            rest = rest.dropFirst(headLength + Int(event.len))
        }
    }
}
