internal import Platform

/// The allocator of glibc that marks the first byte behind each piece of memory, and ends the process when a piece whose
/// mark was overwritten is given back, as it does when one is given back twice (mallopt(3), M_CHECK_ACTION).
enum HeapWatch {
    private static let name = "libc_malloc_debug.so.0"
    /// Where systems have it.
    private static let folders = [
        "/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu",
        "/lib64",
        "/usr/lib64", "/lib", "/usr/lib",
    ]

    /// Lets a process that finds these variables have it, where this machine does.
    static func add(to variables: inout [String: String]) {
        let paths = folders.map { BytePath("\($0)/\(name)") }
        guard let path = paths.first(where: Files.isThere) else { return }
        variables["LD_PRELOAD"] = path.description
        variables["GLIBC_TUNABLES", default: "glibc.malloc.perturb=165"] += ":glibc.malloc.check=3"
    }

    /// Whether this process has it.
    static var isOn: Bool { Environment.value(of: "LD_PRELOAD")?.hasSuffix(name) == true }
}
