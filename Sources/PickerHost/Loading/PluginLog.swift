internal import BackendAPI
internal import BackendWorker
internal import Logging
internal import Platform

/// What one plugin logs, limited. Plugins know it by a number: a line that comes when the plugin's table is gone, from a thread that
/// outlived it, goes nowhere.
final class PluginLog: Sendable {
    private static let logs = Mutex<[UInt: PluginLog]>([:])
    private static let next = Atomic<UInt>(1)

    private let logger: Logger
    private let limiters = Mutex(LogLimiters())

    private init(label: String) { logger = Logger(label: "picker.backend.\(label)") }

    /// - Parameter label: which plugin speaks.
    /// - Returns: the number of its log, never 0.
    static func open(label: String) -> UInt {
        let number = next.add(1, ordering: .relaxed).newValue
        let log = PluginLog(label: label)
        logs.withLock { $0[number] = log }
        return number
    }

    static func close(_ number: UInt) { logs.withLock { _ = $0.removeValue(forKey: number) } }

    /// Nil: there is no log of that number any more.
    static func log(_ number: UInt) -> PluginLog? { logs.withLock { $0[number] } }

    /// - Parameter number: PICKER_LOG_*.
    func write(_ number: UInt32, _ text: String) {
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
        if isWritten { logger.log(level: level, "\(Self.cut(text))") }
    }

    /// Bytes of a line at most (R8.5).
    private static let lineLimit = 1 << 16

    /// A line as far as it is logged: twenty a second that are as long as a plugin likes would fill the disk. In a worker they are
    /// cut before.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > lineLimit else { return text }
        // None of them takes more than four bytes.
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(lineLimit / 4 - 1))) + "…"
    }
}
