internal import CPlatform
internal import Glibc

/// The folder in memory that Linux systems offer to all programs (/dev/shm). Thousands of small, short-lived files cost
/// no disk I/O there.
package enum MemoryFolder {
    private static let shared = "/dev/shm"

    /// The folder; nil if TMPDIR says where temporary files belong, if the folder is not in memory, not writable or
    /// mounted without the right to load code from it, or if memory is short.
    ///
    /// - Parameter room: the bytes that must be free in the folder. Half of the machine's available memory, and half of
    ///   what this process may use, must be at least as much.
    package static func path(room: Int64) -> String? {
        guard Environment.value(of: "TMPDIR") == nil, access(shared, W_OK | X_OK) == 0,
            file_system_memory_room(shared) >= room, isEnough(memory(), room: room)
        else { return nil }
        return shared
    }

    /// Whether that much memory may be taken; false if one of the figures is not known.
    static func isEnough(_ memory: (free: Int64?, granted: Int64?), room: Int64) -> Bool {
        guard let free = memory.free, let granted = memory.granted else { return false }
        return free / 2 >= room && granted / 2 >= room
    }

    /// The bytes that the machine has available, and the most that this process may use.
    private static func memory() -> (free: Int64?, granted: Int64?) {
        guard let file = try? OwnedDescriptor.open("/proc/meminfo"),
            let text = try? file.borrowed.read(count: 4096)
        else { return (nil, nil) }
        return (freeBytes(in: String(decoding: text, as: UTF8.self)), ProcessMemory.availableBytes)
    }

    /// The available bytes that `/proc/meminfo` reports; the line `MemAvailable:   1024 kB` means a megabyte.
    static func freeBytes(in text: String) -> Int64? {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }) else { return nil }
        let words = line.split(separator: " ")
        return words.count > 1 ? Int64(words[1]).map { $0 << 10 } : nil
    }
}
