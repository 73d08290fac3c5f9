internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension OpenFolder {
    /// Whether files can be added, as far as permissions and the way it is mounted say.
    var isWritable: Bool { faccessat(descriptor.rawValue, ".", W_OK | X_OK, AT_EACCESS) == 0 }

    /// Returns when the names inside are on the disk.
    func sync() throws(WritingError) {
        guard retrying({ fsync(descriptor.rawValue) }) != 0 else { return }
        // Some file systems have nothing to do for a folder and say so with an error.
        if ![EINVAL, EBADF, EROFS, ENOSYS, EOPNOTSUPP].contains(errno) { throw .current(self) }
    }
}

extension LibraryRoot {
    /// Whether files can be added to the root itself.
    public var isWritable: Bool { folder.isWritable }

    /// Whether files can be added to the folder at `path`, without opening it: there are thousands of albums.
    package func isWritable(folder path: [UInt8]) -> Bool {
        path.isEmpty
            ? isWritable
            : withCPath(path) { faccessat(folder.descriptor.rawValue, $0, W_OK | X_OK, AT_EACCESS) == 0 }
    }
}

extension WalkedFolder {
    /// Whether files can be added to it.
    public var isWritable: Bool { inspection.folder.isWritable }
}
