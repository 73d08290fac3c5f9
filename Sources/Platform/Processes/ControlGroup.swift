/// The limits that control groups (cgroups(7), version 2, or version 1 for controllers that are still there) set for
/// this process. The groups above its own count, too: the lowest limit holds. Nil if there is no limit, or it cannot be
/// read.
package struct ControlGroup: Hashable, Sendable {
    /// How many processors' time the process may use; may be a fraction.
    package var processors: Double?
    /// The bytes of memory that it may use.
    package var memoryBytes: Int64?

    private static let root = "/sys/fs/cgroup"

    /// The limits of this process, read now.
    package static var current: ControlGroup {
        var group = ControlGroup()
        let lines = text("/proc/self/cgroup") ?? ""
        for folder in folders(ofProcess: lines, controller: "memory") {
            group.lower(
                processors: nil,
                memoryBytes: text("\(root)/memory\(folder)/memory.limit_in_bytes").flatMap(memoryBytes(in:)))
        }
        for folder in folders(ofProcess: lines, controller: "cpu") {
            let time = ["cpu.cfs_quota_us", "cpu.cfs_period_us"].map { text("\(root)/cpu\(folder)/\($0)") ?? "" }
            group.lower(processors: processors(in: time.joined(separator: " ")), memoryBytes: nil)
        }
        for folder in folders(ofProcess: lines) {
            group.lower(
                processors: text("\(root)\(folder)/cpu.max").flatMap(processors(in:)),
                memoryBytes: text("\(root)\(folder)/memory.max").flatMap(memoryBytes(in:)))
        }
        return group
    }

    private mutating func lower(processors: Double?, memoryBytes: Int64?) {
        self.processors = [self.processors, processors].compactMap(\.self).min()
        self.memoryBytes = [self.memoryBytes, memoryBytes].compactMap(\.self).min()
    }

    /// How many processes the kernel has killed because memory ran out: in this process's group, or on the machine if
    /// the group does not count them. Nil if neither does.
    package static var memoryKills: Int? {
        let lines = text("/proc/self/cgroup") ?? ""
        let own = folders(ofProcess: lines).first.flatMap { text("\(root)\($0)/memory.events") }
        return own.flatMap(memoryKills(in:)) ?? text("/proc/vmstat", atMost: 1 << 16).flatMap(memoryKills(in:))
    }

    private static func text(_ path: String, atMost count: Int = 4096) -> String? {
        guard let file = try? OwnedDescriptor.open(path), let bytes = try? file.borrowed.read(count: count) else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

// Parsing of the kernel's files.
extension ControlGroup {
    /// The folders of the group and of those above it, relative to the mount, from `/proc/self/cgroup`: `0::/a/b` gives
    /// `/a/b`, `/a` and "".
    static func folders(ofProcess text: String) -> [String] {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else { return [] }
        return folders(of: line.dropFirst(4))
    }

    /// The folders for a controller of version 1: for "memory", `4:memory:/a/b` gives `/a/b`, `/a` and "". In a
    /// container, these are the names on the host, while the container's own group is at the mount.
    static func folders(ofProcess text: String, controller: String) -> [String] {
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, fields[1].split(separator: ",").contains(Substring(controller)) else { continue }
            return folders(of: fields[2].drop { $0 == "/" })
        }
        return []
    }

    private static func folders(of path: Substring) -> [String] {
        // The path of a group outside of the namespace contains "..", and cannot be read.
        var names = path.split(separator: "/")
        guard !names.contains("..") else { return [] }
        var folders: [String] = []
        while !names.isEmpty {
            folders.append("/" + names.joined(separator: "/"))
            names.removeLast()
        }
        return folders + [""]
    }

    /// The processors that `cpu.max` grants: `QUOTA PERIOD` in microseconds, or `max PERIOD` for no limit. Version 1
    /// has these in two files, with -1 for no limit.
    static func processors(in text: String) -> Double? {
        let fields = text.split { $0 == " " || $0 == "\n" }
        guard fields.count == 2, let quota = UInt32(fields[0]), let period = UInt32(fields[1]), quota > 0, period > 0
        else { return nil }
        return Double(quota) / Double(period)
    }

    /// The number in the line `oom_kill NUMBER` of `memory.events` and `/proc/vmstat`.
    static func memoryKills(in text: String) -> Int? {
        text.split(separator: "\n").first { $0.hasPrefix("oom_kill ") }.flatMap { Int($0.dropFirst("oom_kill ".count)) }
    }

    /// The bytes in `memory.max`: a number, or `max` for no limit. Version 1 expresses no limit as a number larger than
    /// any machine's memory.
    static func memoryBytes(in text: String) -> Int64? {
        text.split(separator: "\n").first.flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
