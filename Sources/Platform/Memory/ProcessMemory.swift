internal import CPlatform
internal import Glibc

/// The memory of processes, as the kernel counts it; nil where it does not say. Of this one, unless another is named.
package enum ProcessMemory {
    /// Bytes of addresses that are in use, with memory behind them or not.
    package static var addressBytes: Int64? { pages(field: 0) }

    /// Bytes that are in memory now, those of files among them.
    package static var residentBytes: Int64? { pages(field: 1) }

    /// Bytes that malloc gave and that were not freed. What it keeps for the next call counts unless
    /// `GLIBC_TUNABLES` has `glibc.malloc.tcache_count=0`.
    package static var allocatedBytes: Int { AddressSanitizer.allocatedBytes ?? Int(platform_malloc_bytes()) }

    /// Bytes of memory that this process may use: what its control groups grant, or what the machine has.
    package static var availableBytes: Int64? {
        let pages = Int64(sysconf(Int32(_SC_PHYS_PAGES)))
        let machine = pages > 0 ? pages.multipliedReportingOverflow(by: Int64(sysconf(Int32(_SC_PAGESIZE)))) : nil
        return [machine?.partialValue, ControlGroup.current.memoryBytes].compactMap(\.self).min()
    }

    /// Bytes that another process has in memory for itself: not those of files.
    package static func ownBytes(of process: Int32) -> UInt64? {
        guard let file = try? OwnedDescriptor.open("/proc/\(process)/status"),
            let text = try? file.borrowed.read(count: 4096)
        else { return nil }
        var bytes: UInt64?
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let words = String(decoding: line, as: UTF8.self).split { $0 == ":" || $0 == " " || $0 == "\t" }
            guard words.count > 1, ["RssAnon", "RssShmem", "VmSwap"].contains(words[0]), let count = UInt64(words[1])
            else { continue }
            bytes = (bytes ?? 0) + count << 10
        }
        return bytes
    }

    private static func pages(field: Int) -> Int64? {
        guard let file = try? OwnedDescriptor.open("/proc/self/statm"),
            let text = try? file.borrowed.read(count: 128)
        else { return nil }
        let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
        guard fields.count > field, let pages = Int64(fields[field]) else { return nil }
        return pages.multipliedReportingOverflow(by: Int64(sysconf(Int32(_SC_PAGESIZE)))).partialValue
    }
}
