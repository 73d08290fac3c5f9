internal import ABIMemory
internal import BackendAPI
internal import BackendWorker
internal import Logging
internal import Platform

/// The table that the host hands to one backend. Lives as long as the process, like the plugin itself.
final class HostTable: @unchecked Sendable {  // Unchecked: the C table is written in init only.
    static let hostName = "picker"
    static let hostVersion = "0.1.0"

    let pointer: UnsafePointer<picker_host>
    private let logger: Logger
    private let arena = RecordArena()
    private let limiters = Mutex(LogLimiters())

    /// - Parameter label: which plugin speaks, for the log.
    init(label: String) {
        logger = Logger(label: "picker.backend.\(label)")
        let table = UnsafeMutablePointer<picker_host>.allocate(capacity: 1)
        table.initialize(to: picker_host())
        pointer = UnsafePointer(table)
        table.pointee.struct_size = structSize(of: picker_host.self)
        table.pointee.header_revision = PICKER_HEADER_REVISION
        table.pointee.name = arena.string("\(Self.hostName) \(Self.hostVersion)")
        table.pointee.context = Unmanaged.passUnretained(self).toOpaque()
        table.pointee.log = { context, level, message in
            guard let context, let text = try? message.text() else { return }
            Unmanaged<HostTable>.fromOpaque(context).takeUnretainedValue().log(level, text)
        }
        table.pointee.monotonic_time = { _ in MonotonicTime.now }
        table.pointee.get_extension = { _, id in
            switch try? id.text() {
            case PICKER_EXT_LIMITS: UnsafeRawPointer(LimitsTable.current.withLock { $0.pointer })
            case PICKER_EXT_SECRETS: UnsafeRawPointer(SecretsTable.pointer)
            default: nil
            }
        }
    }

    private func log(_ number: UInt32, _ text: String) {
        let level: Logger.Level =
            switch number {
            case PICKER_LOG_DEBUG: .debug
            case PICKER_LOG_INFO: .info
            case PICKER_LOG_WARNING: .warning
            default: .error
            }
        // What no one reads takes no room from what is read.
        guard level >= logger.logLevel else { return }
        let (isWritten, note) = limiters.withLock { $0.admit(at: MonotonicTime.now, isUrgent: level >= .warning) }
        if let note { logger.warning("\(note)") }
        if isWritten { logger.log(level: level, "\(text)") }
    }
}
