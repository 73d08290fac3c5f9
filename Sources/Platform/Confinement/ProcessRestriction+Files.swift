internal import CPlatform

extension ProcessRestriction {
    /// The files that a process reaches, by paths; those that do not exist are passed over.
    package struct Places: Sendable {
        /// Files to read, and folders with all that is in them.
        package var readable: [[UInt8]] = []
        /// Folders of programs and libraries, to read. A sanitizer executes programs in them; nothing else does.
        package var programs: [[UInt8]] = []
        /// Folders in which files and folders are made, written and removed; no links, sockets, pipes and devices.
        package var writable: [[UInt8]] = []
        /// Files that are read and written, and neither made nor removed.
        package var devices: [[UInt8]] = []
        /// The ports to which TCP connections are made, with 0 among them to any; none: none are.
        package var ports: [UInt16] = []

        package init() {}
    }

    /// The version of Landlock that the kernel has; 0: none.
    package static var landlockVersion: Int { Int(platform_landlock_version()) }

    /// From now on the calling thread, and those that it starts, reach no files but those in `places`, and execute none. No
    /// TCP but to their ports, no control of devices, and no signals or abstract sockets to other processes, as far as the kernel can refuse
    /// them. Does nothing without Landlock.
    ///
    /// `endWithParent` has to be called before.
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
