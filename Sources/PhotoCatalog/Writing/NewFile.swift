internal import CFileSystem
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A file that gets its name when it is complete, and is gone with the last reference when it never gets one.
///
/// It has no name where the file system can do that, so that not even a kill leaves anything behind. Elsewhere it has a
/// hidden one meanwhile, under a lock: what a killed process left is known by the lock that nobody holds.
final class NewFile {
    private let folder: OpenFolder
    private let descriptor: FileDescriptor
    /// Nil: it has no name.
    private var temporaryName: [UInt8]?

    /// - Parameter canBeUnnamed: whether to try that.
    init(in folder: OpenFolder, canBeUnnamed: Bool) throws(WritingError) {
        self.folder = folder
        if canBeUnnamed, let unnamed = Self.openUnnamed(in: folder) {
            descriptor = unnamed
        } else {
            (descriptor, temporaryName) = try Self.openTemporary(in: folder)
            TemporaryNames.removeStale(in: folder)
        }
    }

    deinit {
        if let temporaryName { withCPath(temporaryName) { _ = unlinkat(folder.descriptor.rawValue, $0, 0) } }
        try? descriptor.close()
    }

    /// Takes room for so many bytes, so that a full disk shows before the work and not behind it.
    func reserve(_ byteSize: Int64) throws(WritingError) {
        guard byteSize > 0, file_system_reserve(descriptor.rawValue, byteSize) != 0 else { return }
        // What else may come of it means that this file system does not do that.
        if [ENOSPC, EDQUOT, EFBIG].contains(errno) { throw .current(folder) }
    }

    func write(_ bytes: ArraySlice<UInt8>, at offset: Int64) throws(WritingError) {
        do {
            try bytes.withUnsafeBytes { _ = try descriptor.writeAll(toAbsoluteOffset: offset, $0) }
        } catch {
            throw .refused(folder: folder.shownPath, code: (error as? Errno)?.rawValue ?? EIO)
        }
        // Written back meanwhile, so that `sync` at the end does not take seconds for a long video.
        _ = file_system_begin_writing_back(descriptor.rawValue, offset, Int64(bytes.count))
    }

    /// Returns when the bytes are on the disk.
    func sync() throws(WritingError) {
        guard retrying({ fsync(descriptor.rawValue) }) == 0 else { throw .current(folder) }
    }

    /// Gives the file its name; false when that is taken.
    func publish(as name: [UInt8]) throws(WritingError) -> Bool {
        let result = temporaryName.map { rename($0, to: name) } ?? link("/proc/self/fd/\(descriptor.rawValue)", name)
        if result == 0 { return true }
        guard errno == EEXIST else { throw .current(folder) }
        return false
    }

    private func rename(_ temporary: [UInt8], to name: [UInt8]) -> CInt {
        let parent = folder.descriptor.rawValue
        let renamed = withCPath(temporary) { from in
            withCPath(name) { file_system_rename_new(parent, from, $0) }
        }
        if renamed == 0 { temporaryName = nil }
        guard renamed != 0, errno == EINVAL || errno == ENOSYS else { return renamed }
        // Network file systems cannot rename with care, but they can link; `deinit` removes the other name.
        return withCPath(temporary) { from in withCPath(name) { linkat(parent, from, parent, $0, 0) } }
    }

    private func link(_ path: String, _ name: [UInt8]) -> CInt {
        withCPath(name) { linkat(AT_FDCWD, path, folder.descriptor.rawValue, $0, AT_SYMLINK_FOLLOW) }
    }
}

extension NewFile {
    /// The umask decides who may read it, as for any new file.
    private static let mode: mode_t = 0o666

    private static func openUnnamed(in folder: OpenFolder) -> FileDescriptor? {
        // A name is given through /proc, which is not everywhere.
        guard access("/proc/self/fd", X_OK) == 0 else { return nil }
        let opened = retrying { file_system_open_unnamed(folder.descriptor.rawValue, mode) }
        return opened >= 0 ? FileDescriptor(rawValue: opened) : nil
    }

    private static func openTemporary(in folder: OpenFolder) throws(WritingError) -> (FileDescriptor, [UInt8]) {
        while true {
            let name = TemporaryNames.make()
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            let opened = withCPath(name) { path in
                retrying { openat(folder.descriptor.rawValue, path, flags, mode) }
            }
            guard opened >= 0 || errno == EEXIST else { throw .current(folder) }
            guard opened >= 0 else { continue }
            _ = retrying { flock(opened, LOCK_EX) }
            var status = stat()
            // Taken for a leftover in the moment before it was locked, and removed.
            if fstat(opened, &status) == 0, status.st_nlink > 0 { return (FileDescriptor(rawValue: opened), name) }
            close(opened)
        }
    }
}
