internal import ABIMemory
internal import BackendAPI
internal import SystemThreads

/// The host table that the plugin is given in the worker. What it is told in a call goes with the call; the rest goes
/// over the control channel.
final class ServedHost: @unchecked Sendable {  // Unchecked: the C table is written in init only.
    private struct State {
        var limits: UnsafePointer<picker_limits_v1>?
    }

    let pointer: UnsafePointer<picker_host>
    private let control: Channel
    private let state = Monitor(State())

    /// - Parameter name: what the host calls itself.
    init(name: String, control: Channel) {
        self.control = control
        let arena = RecordArena()
        let table = UnsafeMutablePointer<picker_host>.allocate(capacity: 1)
        table.initialize(to: picker_host())
        pointer = UnsafePointer(table)
        table.pointee.struct_size = structSize(of: picker_host.self)
        table.pointee.abi_version = PICKER_ABI_VERSION
        table.pointee.name = arena.string(name)
        // Both live as long as the process.
        _ = Unmanaged.passRetained(arena)
        table.pointee.context = Unmanaged.passRetained(self).toOpaque()
        table.pointee.log = { context, level, message in ServedHost.from(context)?.log(level, message) }
        table.pointee.monotonic_time = { _ in MonotonicTime.now }
        table.pointee.memory_cost = { _, bytes in
            var body = WireWriter()
            body.integer(bytes)
            ServedCall.current?.tell(.memoryCost, body.body)
        }
        table.pointee.get_extension = { context, id in
            guard (try? id.text()) == PICKER_EXT_LIMITS else { return nil }
            return UnsafeRawPointer(ServedHost.from(context)?.limits())
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> ServedHost? {
        context.map { Unmanaged<ServedHost>.fromOpaque($0).takeUnretainedValue() }
    }

    private func log(_ level: UInt32, _ message: picker_string) {
        var body = WireWriter()
        body.integer(level)
        guard (try? body.raw(message.data, message.length)) != nil else { return }
        if let call = ServedCall.current { return call.tell(.log, body.body) }
        state.withLock { _ in try? control.send(.log, body.body) }
    }

    /// The limits of now; on a thread of the plugin's own those that were heard last.
    ///
    /// A plugin may keep the pointer and finds the same values there (R6.4): new limits are a new table.
    private func limits() -> UnsafePointer<picker_limits_v1>? {
        guard let call = ServedCall.current else { return state.withLock { $0.limits } }
        let found: picker_limits_v1? = call.talk.withLock { talk in
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
