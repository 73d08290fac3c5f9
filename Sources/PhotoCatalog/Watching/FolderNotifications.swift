internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The kernel's notifications about folders (inotify). Used on one thread.
package final class FolderNotifications {
    /// What a look at the notifications found.
    package struct Findings {
        /// Something changed that is not hidden.
        package fileprivate(set) var isChanged = false
        /// A folder came, which is not watched yet.
        package fileprivate(set) var hasNewFolder = false
        /// Folders in which names came, went or were written to, by the paths under which they were added.
        package fileprivate(set) var folders: Set<[UInt8]> = []
        /// Files that somebody closed after writing, or moved to where they are.
        package fileprivate(set) var finished: Set<[UInt8]> = []
        /// The kernel dropped notifications: anything may have changed.
        package fileprivate(set) var isIncomplete = false
    }

    private static let events =
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF
        | IN_MOVE_SELF

    private let descriptor: FileDescriptor
    /// The folders by the kernel's numbers for them.
    private var paths: [CInt: [UInt8]] = [:]

    /// - Throws: `io` when the user has no instance of inotify left.
    package init() throws(CatalogError) {
        let opened = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
        guard opened >= 0 else { throw .current(path: "inotify".utf8) }
        descriptor = FileDescriptor(rawValue: opened)
    }

    deinit { try? descriptor.close() }

    /// Watches a folder; once, however often it is added.
    ///
    /// - Parameter name: the path that is told of when something changes inside.
    /// - Throws: `io` with ENOSPC when the user may not watch more folders.
    package func add(_ folder: OpenFolder, as name: [UInt8]) throws(CatalogError) {
        // By its descriptor: the path may lead elsewhere by now.
        let path = "/proc/self/fd/\(folder.descriptor.rawValue)"
        let number = inotify_add_watch(descriptor.rawValue, path, UInt32(Self.events | IN_ONLYDIR))
        guard number >= 0 else { throw .current(path: name) }
        paths[number] = name
    }

    /// Waits until there is a notification, at most so long, and takes all that there are.
    package func wait(milliseconds: Int) -> Findings {
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
            note(event, name: name, &findings)
            rest = rest.dropFirst(headLength + Int(event.len))
        }
    }

    private func note(_ event: inotify_event, name: ArraySlice<UInt8>, _ findings: inout Findings) {
        func has(_ bits: Int) -> Bool { event.mask & UInt32(bits) != 0 }
        if has(Int(IN_Q_OVERFLOW)) {
            (findings.isChanged, findings.hasNewFolder, findings.isIncomplete) = (true, true, true)
        } else if has(Int(IN_IGNORED)) {
            paths[event.wd] = nil
        } else if !HiddenNames.contains(name) {
            findings.isChanged = true
            if let folder = paths[event.wd] {
                findings.folders.insert(folder)
                let isFinished = has(Int(IN_CLOSE_WRITE) | Int(IN_MOVED_TO)) && !has(Int(IN_ISDIR))
                if isFinished { findings.finished.insert(joined(folder, name)) }
            }
            if has(Int(IN_ISDIR)), has(Int(IN_CREATE) | Int(IN_MOVED_TO)) { findings.hasNewFolder = true }
        }
    }
}
