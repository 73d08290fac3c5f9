internal import CPlatform
internal import Glibc

/// File systems in memory.
package enum MemoryFileSystem {
    /// Mounts a new file system in memory on a folder, for this process and its children alone. Without the right to
    /// mount, they get a user namespace of their own, which is possible only in a process with a single thread.
    ///
    /// - Parameter byteCount: the size of the file system.
    package static func mount(on folder: some Collection<UInt8>, byteCount: Int) throws(SystemError) {
        try checked { withCPath(folder) { platform_mount_small($0, UInt(byteCount)) } }
    }

    /// Covers a folder with an empty file system in memory, in the same way as `mount`. If this fails, the mounts of
    /// the process may be incomplete, so it should end.
    ///
    /// - Parameter kept: up to eight folders that stay reachable at their paths.
    package static func cover(_ folder: String, keeping kept: [String]) throws(SystemError) {
        let copies = kept.prefix(8).map { strdup($0) }
        defer { copies.forEach { free($0) } }
        let list = copies.map { UnsafePointer($0) } + [nil]
        // Never empty: it ends with NULL.
        try checked { list.withUnsafeBufferPointer { platform_cover(folder, $0.baseAddress!) } }
    }
}
