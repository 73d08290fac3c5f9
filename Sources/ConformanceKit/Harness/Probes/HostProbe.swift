internal import BackendAPI
internal import Platform

/// The kit's end of the host table: answers as a host does, and counts.
final class HostProbe: @unchecked Sendable {  // Unchecked: the table is written in init only.
    let pointer: UnsafePointer<picker_host>
    private let guarded: Guarded<picker_host>
    /// Calls of anything but `log`.
    private let functionCalls = Atomic(0)
    private let late = Atomic(0)
    private let hasEnded = Atomic(false)
    private let logs = Mutex<[(level: UInt32, text: Text)]>([])
    /// The thread that must call nothing now, and whether it did.
    private let silence = Mutex<(thread: ThreadIdentity?, isBroken: Bool)>((nil, false))
    /// The number of the call of `monotonic_time` or `get_extension` that fails; 0: none does.
    let failing = Atomic(0)
    private let limits: Guarded<picker_limits_v1>
    private let keepsLogs: Bool
    /// Nanoseconds that the clock is ahead.
    let ahead = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - announced: `struct_size` of the table; nil: that of version 1.
    ///   - limitsSize: `struct_size` of the limits; nil: that of version 1.
    ///   - headerRevision: of the headers that it says it was built with.
    ///   - keepsLogs: whether `logged` has what the plugin logs.
    init(
        limits: picker_limits_v1 = picker_limits_v1(), announced: Int? = nil, limitsSize: Int? = nil,
        headerRevision: UInt32 = PICKER_HEADER_REVISION, keepsLogs: Bool = true
    ) {
        self.keepsLogs = keepsLogs
        var table = picker_host()
        table.header_revision = headerRevision
        table.name = Arena.string("picker conformance")
        table.log = { context, level, message in HostProbe.from(context)?.log(level, message) }
        table.monotonic_time = { context in
            _ = HostProbe.from(context)?.countCall()
            return Clock.now + (HostProbe.from(context)?.ahead.load(ordering: .relaxed) ?? 0)
        }
        table.get_extension = { context, id in HostProbe.from(context)?.extensionTable(Text(id)) }
        guarded = Guarded(table, announced: announced)
        pointer = UnsafePointer(guarded.pointer)
        self.limits = Guarded(limits, announced: limitsSize, hidden: limits)
        guarded.pointer.pointee.context = LeakedMemory.leak(self)
    }

    /// From now on, the table is no one's any more.
    func end() { hasEnded.store(true, ordering: .releasing) }

    /// Calls of anything after that.
    var lateCalls: Int { late.load(ordering: .relaxed) }

    var calls: Int { functionCalls.load(ordering: .relaxed) }
    var logged: [Text] { logs.withLock { $0.map(\.text) } }
    var levels: [UInt32] { logs.withLock { $0.map(\.level) } }
    /// What was logged of a level.
    func logged(_ level: UInt32) -> [Text] { logs.withLock { $0.filter { $0.level == level }.map(\.text) } }

    /// Whether `body` called no function of the host on this thread, `log` included.
    func isSilent(during body: () -> Void) -> Bool {
        silence.withLock { $0 = (.current, false) }
        body()
        return silence.withLock { state in
            defer { state.thread = nil }
            return !state.isBroken
        }
    }

    private func noteCall() {
        if hasEnded.load(ordering: .acquiring) { late.add(1, ordering: .relaxed) }
        silence.withLock { if $0.thread == .current { $0.isBroken = true } }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> HostProbe? {
        context.map { Unmanaged<HostProbe>.fromOpaque($0).takeUnretainedValue() }
    }

    private func countCall() -> Bool {
        noteCall()
        return functionCalls.add(1, ordering: .relaxed).newValue == failing.load(ordering: .relaxed)
    }

    private func log(_ level: UInt32, _ message: picker_string) {
        noteCall()
        if keepsLogs { logs.withLock { $0.append((level, Text(message))) } }
    }

    private func extensionTable(_ id: Text) -> UnsafeRawPointer? {
        if countCall() { return nil }
        return id.description == PICKER_EXT_LIMITS ? UnsafeRawPointer(limits.pointer) : nil
    }
}
