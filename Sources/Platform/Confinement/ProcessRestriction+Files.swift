internal import CPlatform

extension ProcessRestriction {
    /// The paths that a process keeps access to. Paths that do not exist are ignored.
    package struct Places: Sendable {
        /// Files, and folders with everything below them, that may be read.
        package var readable: [[UInt8]] = []
        /// Folders of programs and libraries that may be read. Only a build with a sanitizer may also execute what is
        /// in them.
        package var programs: [[UInt8]] = []
        /// Folders below which files and folders may be read, written, created and removed. Links, sockets, pipes and
        /// devices may not be created.
        package var writable: [[UInt8]] = []
        /// Files that may be read and written, but not created or removed.
        package var devices: [[UInt8]] = []
        /// The remote ports to which TCP connections may be made. Port 0 allows all ports; an empty list allows none.
        package var ports: [UInt16] = []

        package init() {}
    }

    /// The version of Landlock that the kernel supports; 0 if it does not support it.
    package static var landlockVersion: Int { Int(platform_landlock_version()) }

    /// Restricts the calling thread, and the threads that it starts from now on, to the files in `places`, and forbids
    /// executing any. As far as the kernel supports it, this also forbids TCP except to the ports in `places`, control
    /// of devices (ioctl), and signals and abstract sockets to other processes. Does nothing on a kernel without
    /// Landlock.
    ///
    /// `endWithParent` must have been called before.
    package static func limitFiles(to places: Places) throws(SystemError) {
        let result = withCPaths(places.readable) { readable in
            withCPaths(places.programs) { programs in
                withCPaths(places.writable) { writable in
                    withCPaths(places.devices) { devices in
                        places.ports.withUnsafeBufferPointer { ports in
                            var lists = platform_places(
                                readable: readable, programs: programs, writable: writable, devices: devices,
                                ports: ports.baseAddress, port_count: ports.count)
                            return platform_restrict(&lists)
                        }
                    }
                }
            }
        }
        if result < 0 { throw .last }
    }

    private static func withCPaths<Result>(
        _ paths: [[UInt8]], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let copies: [UnsafeMutablePointer<CChar>?] = paths.map { path in
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: path.count + 1)
            for (index, byte) in path.enumerated() { copy[index] = CChar(bitPattern: byte) }
            copy[path.count] = 0
            return copy
        }
        defer { copies.forEach { $0?.deallocate() } }
        let list = copies.map { UnsafePointer($0) } + [nil]
        return list.withUnsafeBufferPointer { body($0.baseAddress!) }  // Never empty: it ends with NULL.
    }
}
