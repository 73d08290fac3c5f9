#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// What this process uses, as the kernel counts it.
enum ProcessFigures {
    /// Numbers of the threads.
    static var threads: [BytePath] { Files.names("/proc/self/task") }
    static var threadCount: Int { threads.count }

    /// The name that a thread was given.
    static func name(ofThread thread: BytePath) -> String {
        let text = try? Files.read("/proc/self/task" / thread / "comm")
        return text.map { String(decoding: $0.dropLast(), as: UTF8.self) } ?? thread.description
    }

    /// Numbers of open descriptors, without the one that reads the list.
    static var descriptors: [Int32] {
        Files.names("/proc/self/fd").compactMap { Int32($0.description) }.filter { fcntl($0, F_GETFD) >= 0 }.sorted()
    }

    /// Bytes of memory that are resident; under AddressSanitizer those that are allocated, because it keeps what was
    /// freed for a while. Without what the kit keeps by itself.
    static var usedBytes: Int { (Sanitizer.allocatedBytes ?? residentBytes) - Kept.bytes }

    private static var residentBytes: Int {
        guard let text = try? Files.read("/proc/self/statm") else { return 0 }
        let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    }

    /// Processes whose parent is this one.
    static var children: [pid_t] {
        let own = getpid()
        return Files.names("/proc").compactMap { pid_t($0.description) }.filter { parent(of: $0) == own }
    }

    private static func parent(of process: pid_t) -> pid_t? {
        guard let text = try? Files.read(BytePath("/proc/\(process)/stat")) else { return nil }
        // The name stands in parentheses and may hold anything.
        guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = String(decoding: text[(end + 1)...], as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? pid_t(fields[1]) : nil
    }
}
