internal import ABIMemory
internal import BackendAPI
internal import Platform

/// The table that the host hands to one backend. What `pointer` leads to stays as long as the process, like the plugin itself, which
/// may have threads that look at it; lines that are logged when this is gone go nowhere.
final class HostTable: @unchecked Sendable {  // Unchecked: the C table is written in init only.
    static let hostName = "picker"
    static let hostVersion = "0.1.0"

    // Unsafe: written once, here, and never freed, for a plugin may read it at any time.
    private nonisolated(unsafe) static let name: picker_string = {
        let arena = RecordArena()
        _ = Unmanaged.passRetained(arena)
        return arena.string("\(hostName) \(hostVersion)")
    }()

    let pointer: UnsafePointer<picker_host>
    /// By which the plugin names its log.
    private let number: UInt

    /// - Parameter label: which plugin speaks, for the log.
    init(label: String) {
        number = PluginLog.open(label: label)
        let table = UnsafeMutablePointer<picker_host>.allocate(capacity: 1)
        table.initialize(to: picker_host())
        pointer = UnsafePointer(table)
        table.pointee.struct_size = structSize(of: picker_host.self)
        table.pointee.header_revision = PICKER_HEADER_REVISION
        table.pointee.name = Self.name
        table.pointee.context = UnsafeMutableRawPointer(bitPattern: number)
        table.pointee.log = { context, level, message in
            // What is not UTF-8 is shown as far as it can be: it may be the one line that says what is wrong.
            guard let text = message.optional else { return }
            PluginLog.log(UInt(bitPattern: context))?.write(level, text)
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

    deinit { PluginLog.close(number) }
}
