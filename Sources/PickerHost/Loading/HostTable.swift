internal import ABIMemory
internal import BackendAPI
internal import Logging
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The table that the host hands to one backend. Lives as long as the process, like the plugin itself.
final class HostTable: @unchecked Sendable {  // Unchecked: the C table is written in init only.
    static let hostName = "picker"
    static let hostVersion = "0.1.0"

    let pointer: UnsafePointer<picker_host>
    private let logger: Logger
    private let arena = RecordArena()

    /// - Parameter label: which plugin speaks, for the log.
    init(label: String) {
        logger = Logger(label: "picker.backend.\(label)")
        let table = UnsafeMutablePointer<picker_host>.allocate(capacity: 1)
        table.initialize(to: picker_host())
        pointer = UnsafePointer(table)
        table.pointee.struct_size = structSize(of: picker_host.self)
        table.pointee.abi_version = PICKER_ABI_VERSION
        table.pointee.name = arena.string("\(Self.hostName) \(Self.hostVersion)")
        table.pointee.context = Unmanaged.passUnretained(self).toOpaque()
        table.pointee.log = { context, level, message in
            guard let context, let text = try? message.text() else { return }
            Unmanaged<HostTable>.fromOpaque(context).takeUnretainedValue().log(level, text)
        }
        table.pointee.monotonic_time = { _ in MonotonicClock.now }
        // The memory budget will listen here; until there is one the hint is only taken.
        table.pointee.memory_cost = { _, _ in }
        table.pointee.get_extension = { _, id in
            guard (try? id.text()) == PICKER_EXT_LIMITS else { return nil }
            return UnsafeRawPointer(LimitsTable.current.withLock { $0.pointer })
        }
    }

    private func log(_ level: UInt32, _ text: String) {
        switch level {
        case PICKER_LOG_DEBUG: logger.debug("\(text)")
        case PICKER_LOG_INFO: logger.info("\(text)")
        case PICKER_LOG_WARNING: logger.warning("\(text)")
        default: logger.error("\(text)")
        }
    }
}

/// The clock of deadlines (R12).
enum MonotonicClock {
    /// Nanoseconds since some fixed moment.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
