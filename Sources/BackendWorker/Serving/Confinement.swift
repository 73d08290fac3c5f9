internal import CHostSupport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// What a worker can no longer do.
package enum Confinement {
    /// What every program needs to read: libraries, their settings, what the processor is.
    private static let system = [
        "/usr", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix/store", "/gnu/store", "/proc", "/sys",
    ]
    private static let devices = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"]

    /// Restricts this thread and those that it starts to the library, the data folder and the system's libraries.
    ///
    /// - Returns: what did not work, for the log; nil: it did, or the kernel cannot.
    static func restrict(to places: WorkerPlaces, plugin: String) -> String? {
        var readable = system + [folder(of: plugin), program].compactMap(\.self)
        readable += (variable("LD_LIBRARY_PATH") ?? "").split(separator: ":").map(String.init)
        readable += [variable("LIBHEIF_PLUGIN_PATH")].compactMap(\.self)
        let writable = devices + [variable("TMPDIR")].compactMap(\.self)
        let root = places.root
        let result = withPaths(readable.map { Array($0.utf8) } + (places.isRootWritable ? [] : [root])) { readable in
            let folders = [places.data, places.isRootWritable ? root : nil].compactMap(\.self)
            return withPaths(writable.map { Array($0.utf8) } + folders) { picker_host_restrict(readable, $0) }
        }
        return result < 0 ? "a worker could not be confined to its library: \(String(cString: strerror(errno)))" : nil
    }

    /// What holds for workers on this system, for people.
    package static var tiers: [String] {
        let version = picker_host_landlock_version()
        var tiers = ["no new rights, no core files, the end with the host"]
        if version > 0 {
            tiers.append("no files but the library's, the index's and the system's (Landlock \(version))")
        }
        if version >= 4 { tiers.append("no TCP") }
        if version >= 6 { tiers.append("no signals to others") }
        if version == 0 { tiers.append("the kernel has no Landlock: a worker reads and writes what you can") }
        return tiers
    }

    private static func folder(of path: String) -> String? {
        guard let canonical = realpath(path, nil) else { return nil }
        defer { free(canonical) }
        let text = String(cString: canonical)
        return text.lastIndex(of: "/").map { String(text[..<$0]) }
    }

    private static var program: String? { folder(of: "/proc/self/exe") }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private static func withPaths<Result>(
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
