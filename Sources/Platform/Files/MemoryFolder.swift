internal import CPlatform
internal import Glibc

/// The folder in memory that Linux systems have for all programs. Thousands of small files that live for a moment cost no disk
/// there.
package enum MemoryFolder {
    private static let shared = "/dev/shm"

    /// The folder; nil where the environment says where temporary files belong (TMPDIR), where it is not in memory or not to be
    /// written to, where what is copied there cannot be loaded as code, or where memory is short.
    ///
    /// - Parameter room: bytes that must be free there; as many must be left for programs.
    package static func path(room: Int64) -> String? {
        guard Environment.value(of: "TMPDIR") == nil, access(shared, W_OK | X_OK) == 0,
            file_system_memory_room(shared) >= room, isEnough(memory(), room: room)
        else { return nil }
        return shared
    }

    /// Whether so much may be taken; not known is not enough.
    static func isEnough(_ memory: (free: Int64?, granted: Int64?), room: Int64) -> Bool {
        guard let free = memory.free, let granted = memory.granted else { return false }
        return free / 2 >= room && granted / 2 >= room
    }

    /// Bytes that the machine has free, or could have at once, and those that this process may have at most.
    private static func memory() -> (free: Int64?, granted: Int64?) {
        guard let file = try? OwnedDescriptor.open("/proc/meminfo"),
            let text = try? file.borrowed.read(count: 4096)
        else { return (nil, nil) }
        return (freeBytes(in: String(decoding: text, as: UTF8.self)), ProcessMemory.availableBytes)
    }

    /// From `/proc/meminfo`: `MemAvailable:   1024 kB` is a megabyte.
    static func freeBytes(in text: String) -> Int64? {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }) else { return nil }
        let words = line.split(separator: " ")
        return words.count > 1 ? Int64(words[1]).map { $0 << 10 } : nil
    }
}
