internal import CPlatform
internal import Glibc

/// File systems in memory.
package enum MemoryFileSystem {
    /// Mounts a new one on a folder, for this process and its children alone. Without rights to do that, they get a user
    /// namespace of their own, which a process with more than one thread cannot have.
    ///
    /// - Parameter byteCount: how much room there is.
    package static func mount(on folder: some Collection<UInt8>, byteCount: Int) throws(SystemError) {
        try checked { withCPath(folder) { platform_mount_small($0, UInt(byteCount)) } }
    }

    /// Puts an empty one over a folder, for this process and its children alone; as `mount` otherwise. When it fails, the
    /// process may have other mounts than before, and is to end soon.
    ///
    /// - Parameter kept: up to eight folders that are where they were.
    package static func cover(_ folder: String, keeping kept: [String]) throws(SystemError) {
        let copies = kept.prefix(8).map { strdup($0) }
        defer { copies.forEach { free($0) } }
        let list = copies.map { UnsafePointer($0) } + [nil]
        // Never empty: it ends with NULL.
        try checked { list.withUnsafeBufferPointer { platform_cover(folder, $0.baseAddress!) } }
    }
}
