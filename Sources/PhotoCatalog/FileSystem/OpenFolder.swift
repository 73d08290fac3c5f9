internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// An open folder; names are looked up relative to it, so that nobody can put another folder in its place. Closed
/// when the last reference goes.
public final class OpenFolder: Sendable {
    let descriptor: FileDescriptor
    /// From the library's root, which has the empty path; for messages.
    package let path: [UInt8]

    private init(_ descriptor: FileDescriptor, path: [UInt8]) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { try? descriptor.close() }

    /// Opens the root of a library by its absolute path; symbolic links on the way are followed.
    static func open(root: [UInt8]) throws(CatalogError) -> OpenFolder {
        let opened = withCPath(root) { cPath in retrying { openat(AT_FDCWD, cPath, flags) } }
        guard opened >= 0 else { throw .current(path: root) }
        return OpenFolder(FileDescriptor(rawValue: opened), path: [])
    }

    /// Opens a folder directly inside; a symbolic link is refused, and so is "..", which is not inside.
    func folder(_ name: some Collection<UInt8>) throws(CatalogError) -> OpenFolder {
        let path = joined(path, name)
        guard !name.elementsEqual("..".utf8) else { throw CatalogError(code: ENOTDIR, path: path) }
        let opened = withCPath(name) { cPath in
            retrying { openat(descriptor.rawValue, cPath, Self.flags | O_NOFOLLOW) }
        }
        guard opened >= 0 else { throw .current(path: path) }
        return OpenFolder(FileDescriptor(rawValue: opened), path: path)
    }

    private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

    /// What the folder itself is.
    package func status() throws(CatalogError) -> FileStatus {
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0 else { throw .current(path: path) }
        return FileStatus(status)
    }

    /// What a name inside is; a symbolic link is not followed.
    package func status(of name: some Collection<UInt8>) throws(CatalogError) -> FileStatus {
        var status = stat()
        let result = withCPath(name) { fstatat(descriptor.rawValue, $0, &status, AT_SYMLINK_NOFOLLOW) }
        guard result == 0 else { throw .current(path: joined(path, name)) }
        return FileStatus(status)
    }

    /// Where a symbolic link inside points, as it is written there.
    func target(ofLink name: some Collection<UInt8>) throws(CatalogError) -> [UInt8] {
        let target = withCPath(name) { cPath in
            [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
                let base = buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress! }  // PATH_MAX is not 0.
                count = max(0, readlinkat(descriptor.rawValue, cPath, base, buffer.count))
            }
        }
        guard !target.isEmpty else { throw .current(path: joined(path, name)) }
        return target
    }
}

/// `folder/name`; `name` alone at the root.
package func joined(_ folder: [UInt8], _ name: some Collection<UInt8>) -> [UInt8] {
    folder.isEmpty ? Array(name) : folder + [UInt8(ascii: "/")] + name
}

/// Calls `body` with the bytes as a C string. Names come from the file system or were checked: they hold no NUL.
func withCPath<Result>(_ bytes: some Collection<UInt8>, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
        var end = 0
        for byte in bytes {
            buffer.initializeElement(at: end, to: CChar(bitPattern: byte))
            end += 1
        }
        buffer.initializeElement(at: end, to: 0)
        return body(UnsafePointer(buffer.baseAddress!))  // There is at least the final NUL.
    }
}

/// Calls again what a signal interrupted.
func retrying(_ call: () -> CInt) -> CInt {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
