internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The kernel's notifications about folders (inotify). Used on one thread.
final class FolderNotifications {
    /// What a look at the notifications found.
    struct Findings {
        /// Something changed that is not hidden.
        var isChanged = false
        /// A folder came, which is not watched yet.
        var hasNewFolder = false
    }

    private static let events =
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF
        | IN_MOVE_SELF

    private let descriptor: FileDescriptor

    /// - Throws: `io` when the user has no instance of inotify left.
    init() throws(CatalogError) {
        let opened = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
        guard opened >= 0 else { throw .current(path: "inotify".utf8) }
        descriptor = FileDescriptor(rawValue: opened)
    }

    deinit { try? descriptor.close() }

    /// Watches a folder; once, however often it is added.
    ///
    /// - Throws: `io` with ENOSPC when the user may not watch more folders.
    func add(_ folder: OpenFolder) throws(CatalogError) {
        // By its descriptor: the path may lead elsewhere by now.
        let path = "/proc/self/fd/\(folder.descriptor.rawValue)"
        guard inotify_add_watch(descriptor.rawValue, path, UInt32(Self.events | IN_ONLYDIR)) >= 0 else {
            throw .current(path: folder.path)
        }
    }

    /// Waits until there is a notification, at most so long, and takes all that there are.
    func wait(milliseconds: Int) -> Findings {
        var entry = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, CInt(clamping: milliseconds)) > 0 else { return Findings() }
        var findings = Findings()
        while let bytes = try? read(), !bytes.isEmpty { note(bytes, &findings) }
        return findings
    }

    private func read() throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            count = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    private func note(_ bytes: [UInt8], _ findings: inout Findings) {
        let headLength = MemoryLayout<inotify_event>.size
        var rest = bytes[...]
        while rest.count >= headLength {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            let name = rest.dropFirst(headLength).prefix(Int(event.len)).prefix { $0 != 0 }
            note(event.mask, name: name, &findings)
            rest = rest.dropFirst(headLength + Int(event.len))
        }
    }

    private func note(_ mask: UInt32, name: ArraySlice<UInt8>, _ findings: inout Findings) {
        func has(_ bits: Int) -> Bool { mask & UInt32(bits) != 0 }
        if has(Int(IN_Q_OVERFLOW)) {
            findings = Findings(isChanged: true, hasNewFolder: true)
        } else if !has(Int(IN_IGNORED)), !HiddenNames.contains(name) {
            findings.isChanged = true
            if has(Int(IN_ISDIR)), has(Int(IN_CREATE) | Int(IN_MOVED_TO)) { findings.hasNewFolder = true }
        }
    }
}
