/// What the control groups (cgroups(7), version 2, or 1 where controllers are still there) of this process grant it. Each group above counts too: the lowest limit
/// holds. Nil where none sets a limit, or it cannot be read.
package struct ControlGroup: Hashable, Sendable {
    /// How many processors' time it may use; a part of one is possible.
    package var processors: Double?
    /// Bytes of memory.
    package var memoryBytes: Int64?

    private static let root = "/sys/fs/cgroup"

    /// That of this process, read now.
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

    /// How many processes the kernel has ended for want of memory: of this group, or of the machine where the group does not say.
    /// Nil: it does not count them.
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

// What the kernel writes into these files.
extension ControlGroup {
    /// The group's folder below the mount, and those above it, from `/proc/self/cgroup`: `0::/a/b` gives `/a/b`, `/a` and "".
    static func folders(ofProcess text: String) -> [String] {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else { return [] }
        return folders(of: line.dropFirst(4))
    }

    /// The same for a controller of version 1: with "memory", `4:memory:/a/b` gives `/a/b`, `/a` and "". A container sees the
    /// names of the host there, and its own group as the mount.
    static func folders(ofProcess text: String, controller: String) -> [String] {
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, fields[1].split(separator: ",").contains(Substring(controller)) else { continue }
            return folders(of: fields[2].drop { $0 == "/" })
        }
        return []
    }

    private static func folders(of path: Substring) -> [String] {
        // A group outside of the namespace is shown with "..", and cannot be read.
        var names = path.split(separator: "/")
        guard !names.contains("..") else { return [] }
        var folders: [String] = []
        while !names.isEmpty {
            folders.append("/" + names.joined(separator: "/"))
            names.removeLast()
        }
        return folders + [""]
    }

    /// Processors in `cpu.max`: `QUOTA PERIOD` in microseconds, or `max PERIOD`, which is no limit. Version 1 has both in files of
    /// their own, and -1 for no limit.
    static func processors(in text: String) -> Double? {
        let fields = text.split { $0 == " " || $0 == "\n" }
        guard fields.count == 2, let quota = UInt32(fields[0]), let period = UInt32(fields[1]), quota > 0, period > 0
        else { return nil }
        return Double(quota) / Double(period)
    }

    /// The line `oom_kill NUMBER` of `memory.events` and of `/proc/vmstat`.
    static func memoryKills(in text: String) -> Int? {
        text.split(separator: "\n").first { $0.hasPrefix("oom_kill ") }.flatMap { Int($0.dropFirst("oom_kill ".count)) }
    }

    /// Bytes in `memory.max`: a number, or `max`, which is no limit. In version 1 no limit is a number that no machine has.
    static func memoryBytes(in text: String) -> Int64? {
        text.split(separator: "\n").first.flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
