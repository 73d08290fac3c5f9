internal import CPlatform

/// File systems in memory.
package enum MemoryFileSystem {
    /// Mounts a new one on a folder, for this process and its children alone. Without rights to do that, they get a user
    /// namespace of their own, which a process with more than one thread cannot have.
    ///
    /// - Parameter byteCount: how much room there is.
    package static func mount(on folder: some Collection<UInt8>, byteCount: Int) throws(SystemError) {
        try checked { withCPath(folder) { platform_mount_small($0, UInt(byteCount)) } }
    }
}
