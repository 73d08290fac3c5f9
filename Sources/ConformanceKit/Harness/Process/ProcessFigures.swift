internal import Platform

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

    /// The umask, read without a moment in which it is another, as `umask` needs; nil where the kernel does not tell.
    static var permissionMask: Substring? {
        let text = (try? Files.read("/proc/self/status")) ?? []
        return String(decoding: text, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("Umask:") }
    }

    /// Numbers of open descriptors, without the one that reads the list.
    static var descriptors: [Int32] {
        Files.names("/proc/self/fd").compactMap { Int32($0.description) }.filter { Descriptor($0).isOpen }.sorted()
    }

    /// Bytes of memory that are resident; under AddressSanitizer those that are allocated, because it keeps what was
    /// freed for a while. Without what the kit keeps by itself.
    static var usedBytes: Int {
        (AddressSanitizer.allocatedBytes ?? Int(ProcessMemory.residentBytes ?? 0)) - LeakedMemory.bytes
    }

    /// Parts of the memory that the kernel keeps apart.
    static var mappingCount: Int {
        let text = (try? Files.read("/proc/self/maps")) ?? []
        return text.count { $0 == UInt8(ascii: "\n") }
    }

    /// Processes whose parent is this one, told by the kernel at once; empty where it does not tell.
    static var knownChildren: [Int32] {
        threads.flatMap { children(ofTask: "/proc/self/task" / $0) }
    }

    /// Processes that a thread started, told at once; empty where the kernel does not tell.
    ///
    /// - Parameter task: the folder of the thread in /proc.
    static func children(ofTask task: BytePath) -> [Int32] {
        let text = (try? Files.read(task / "children")) ?? []
        return String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
    }

    /// Processes whose parent is this one.
    static var children: [Int32] {
        let own = CurrentProcess.identifier
        return Files.names("/proc").compactMap { Int32($0.description) }.filter { parent(of: $0) == own }
    }

    private static func parent(of process: Int32) -> Int32? {
        guard let text = try? Files.read(BytePath("/proc/\(process)/stat")) else { return nil }
        // The name is in parentheses and may contain anything.
        guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = String(decoding: text[(end + 1)...], as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? Int32(fields[1]) : nil
    }
}
