internal import Glibc

/// The kernel's notifications about folders (inotify). Used on one thread.
package final class FolderEvents {
    /// The kernel's ID of a watched folder.
    package typealias Watch = CInt

    /// One notification.
    package struct Event {
        package let watch: Watch
        private let mask: UInt32

        init(_ event: inotify_event) { (watch, mask) = (event.wd, event.mask) }

        private func has(_ bits: Int...) -> Bool { bits.contains { mask & UInt32($0) != 0 } }

        /// The kernel dropped notifications: anything may have changed.
        package var isOverflow: Bool { has(Int(IN_Q_OVERFLOW)) }
        /// The folder is no longer watched, because it is gone.
        package var isEndOfWatch: Bool { has(Int(IN_IGNORED)) }
        /// The notification is about a folder.
        package var isFolder: Bool { has(Int(IN_ISDIR)) }
        /// The name is new, or belongs to another file now.
        package var isArrival: Bool { has(Int(IN_CREATE), Int(IN_MOVED_TO)) }
        /// The permissions or other attributes of the name changed.
        package var isAttributeChange: Bool { has(Int(IN_ATTRIB)) }
        /// A file is complete: it was closed after writing, or moved here.
        package var isCompletion: Bool { has(Int(IN_CLOSE_WRITE), Int(IN_MOVED_TO)) && !isFolder }
    }

    private static let mask =
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_ONLYDIR

    private let descriptor: OwnedDescriptor

    /// - Throws: `.noDescriptors` also if the user may open no more instances of inotify.
    package init() throws(SystemError) {
        descriptor = OwnedDescriptor(try checked { inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC)) })
    }

    /// Watches an open folder. Adding it again has no effect.
    ///
    /// - Throws: `.diskFull` if the user may not watch more folders.
    package func add(_ folder: Descriptor) throws(SystemError) -> Watch {
        // By descriptor, because another folder may have the path by now.
        let path = "/proc/self/fd/\(folder.number)"
        return try checked { inotify_add_watch(descriptor.borrowed.number, path, UInt32(Self.mask)) }
    }

    /// Waits for notifications, at most for this time, and calls `body` with each and with the name in the folder that
    /// it is about; the name is empty for the folder itself.
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
