internal import CPlatform
internal import Glibc

/// Memory of a process as the kernel counts it: of this process, unless another one is named. Nil if the kernel does
/// not say.
package enum ProcessMemory {
    /// The bytes of address space in use, whether or not there is memory behind them.
    package static var addressBytes: Int64? { pages(field: 0) }

    /// The bytes that are in memory now, including pages of files.
    package static var residentBytes: Int64? { pages(field: 1) }

    /// The bytes that malloc allocated and that were not freed. What malloc caches for the next call is included,
    /// unless `GLIBC_TUNABLES` has `glibc.malloc.tcache_count=0`.
    package static var allocatedBytes: Int { AddressSanitizer.allocatedBytes ?? Int(platform_malloc_bytes()) }

    /// The bytes of memory that this process may use: the limit of its control groups, or the machine's memory if that
    /// is less.
    package static var availableBytes: Int64? {
        let pages = Int64(sysconf(Int32(_SC_PHYS_PAGES)))
        let machine = pages > 0 ? pages.multipliedReportingOverflow(by: Int64(sysconf(Int32(_SC_PAGESIZE)))) : nil
        return [machine?.partialValue, ControlGroup.current.memoryBytes].compactMap(\.self).min()
    }

    /// The bytes of a process that are not pages of files: anonymous, shared and swapped out memory.
    package static func ownBytes(of process: Int32) -> UInt64? {
        guard let file = try? OwnedDescriptor.open("/proc/\(process)/status"),
            // Users may be in thousands of groups, which come first.
            let text = try? file.borrowed.readToEnd()
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
