import SystemPackage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A folder that goes when the test does.
final class TemporaryFolder {
    let path: FilePath

    init() {
        var template = Array("/tmp/picker-imaging-XXXXXX".utf8CString)
        path = FilePath(String(cString: mkdtemp(&template)))
    }

    deinit {
        if let folder = opendir(path.string) {
            while let entry = readdir(folder) {
                withUnsafePointer(to: &entry.pointee.d_name) { name in
                    _ = unlinkat(dirfd(folder), UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self), 0)
                }
            }
            closedir(folder)
        }
        rmdir(path.string)
    }

    /// Writes a file and gives its path.
    func file(_ name: FilePath.Component, _ bytes: [UInt8]) throws -> FilePath {
        let file = path.appending(name)
        let descriptor = try FileDescriptor.open(file, .writeOnly, options: [.create], permissions: .ownerReadWrite)
        try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
        return file
    }
}
