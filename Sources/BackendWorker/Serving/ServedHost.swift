internal import ABIMemory
internal import BackendAPI
internal import Platform

/// The host table of the plugin in a worker. Messages that the plugin causes in a call go through the channel of the
/// call, all others through the control channel.
final class ServedHost: @unchecked Sendable {  // Unchecked: the C table is written in init only.
    private struct State {
        var limits: UnsafePointer<picker_limits_v1>?
        var log = LogLimiters()
    }

    let pointer: UnsafePointer<picker_host>
    /// The host's number of the library that is served.
    let library = Atomic<UInt64>(0)
    private let control: Channel
    private let state = Monitor(State())

    /// - Parameter name: the name of the host.
    init(name: String, control: Channel) {
        self.control = control
        let arena = RecordArena()
        let table = UnsafeMutablePointer<picker_host>.allocate(capacity: 1)
        table.initialize(to: picker_host())
        pointer = UnsafePointer(table)
        table.pointee.struct_size = structSize(of: picker_host.self)
        table.pointee.header_revision = PICKER_HEADER_REVISION
        table.pointee.name = arena.string(name)
        // Both live as long as the process.
        _ = Unmanaged.passRetained(arena)
        table.pointee.context = Unmanaged.passRetained(self).toOpaque()
        table.pointee.log = { context, level, message in ServedHost.from(context)?.log(level, message) }
        table.pointee.monotonic_time = { _ in MonotonicTime.now }
        table.pointee.get_extension = { context, id in
            switch try? id.text() {
            case PICKER_EXT_LIMITS: UnsafeRawPointer(ServedHost.from(context)?.limits())
            case PICKER_EXT_SECRETS: UnsafeRawPointer(ServedSecrets.pointer)
            default: nil
            }
        }
    }

    static func from(_ context: UnsafeMutableRawPointer?) -> ServedHost? {
        context.map { Unmanaged<ServedHost>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Drops lines if there are too many, because the host would end the worker for them.
    private func log(_ level: UInt32, _ message: picker_string) {
        let isUrgent = level >= UInt32(PICKER_LOG_WARNING)
        let (isWritten, note) = state.withLock { $0.log.admit(at: MonotonicTime.now, isUrgent: isUrgent) }
        if var note {
            note.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    let text = picker_string(data: characters.baseAddress, length: UInt64(characters.count))
                    send(UInt32(PICKER_LOG_WARNING), text)
                }
            }
        }
        if isWritten { send(level, message) }
    }

    private func send(_ level: UInt32, _ message: picker_string) {
        var body = WireWriter()
        body.integer(level)
        let length = Self.cut(message, to: MessageKind.logLimit)
        guard (try? body.raw(message.data, UInt64(length))) != nil else { return }
        if let call = ServedCall.current { return call.report(.log, body.body) }
        state.withLock { _ in try? control.send(.log, body.body) }
    }

    /// The length of a text, cut at a character's boundary if it is too long.
    private static func cut(_ text: picker_string, to limit: Int) -> Int {
        guard let data = text.data, text.length > UInt64(limit) else { return Int(clamping: text.length) }
        var length = limit
        while length > 0, UInt8(bitPattern: data[length]) & 0xC0 == 0x80 { length -= 1 }
        return length
    }

    /// The current limits; on a thread that the plugin started, the last known ones.
    ///
    /// A plugin may keep the pointer, and must find the same values there (R6.4), so new limits get a new table.
    func limits() -> UnsafePointer<picker_limits_v1>? {
        guard let call = ServedCall.current else { return state.withLock { $0.limits } }
        let found: picker_limits_v1? =
            call.head.limits
            ?? call.talk.withLock { talk in
                guard var reply = call.ask(.limits, [], &talk) else { return nil }
                return (try? reply.integer(UInt8.self)) == 1 ? try? reply.value(picker_limits_v1.self) : nil
            }
        guard let found else { return nil }
        return state.withLock { state in
            if let known = state.limits, Self.areEqual(known.pointee, found) { return known }
            let table = UnsafeMutablePointer<picker_limits_v1>.allocate(capacity: 1)
            table.initialize(to: found)
            state.limits = UnsafePointer(table)
            return state.limits
        }
    }

    private static func areEqual(_ left: picker_limits_v1, _ right: picker_limits_v1) -> Bool {
        withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { left.elementsEqual($0) } }
    }
}
