internal import ABIMemory
internal import BackendAPI

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// One call under way on a channel, seen from the host. Used on the thread of the call.
final class CallRun {
    private let session: WorkerSession
    private let channel: Channel
    let call: HostCall
    let host: HostFunctions
    let isShutDown: () -> Bool
    let buffer = MessageBuffer()
    var watch: CallWatch
    /// The plugin asked whether to go on: before, the host is not asked, because that tells it that the plugin is in the
    /// call (R12.7).
    var hasAsked = false
    var hasDelivered = false
    /// errno of why this process could not take a frame; the worker is well.
    var lack: Int32?
    private var fault: (reason: String, status: picker_status)?

    /// - Parameter isShutDown: asked while the worker is silent: calls in flight have to end then.
    init(
        _ call: HostCall, on channel: Channel, of session: WorkerSession, host: HostFunctions,
        isShutDown: @escaping () -> Bool
    ) {
        self.call = call
        self.channel = channel
        self.session = session
        self.host = host
        self.isShutDown = isShutDown
        watch = CallWatch(session.program, now: MonotonicTime.now)
    }

    /// Runs the call that `message` asks for to its end.
    func status(_ message: [UInt8]) throws(WorkerLoss) -> picker_status {
        do throws(WireError) {
            try send(.call, message)
            while true {
                let (kind, descriptor) = try channel.receive(into: buffer, onWait: wait)
                watch.heard(at: MonotonicTime.now)
                if kind == .result { return try result() }
                try take(kind, descriptor)
            }
        } catch {
            throw loss(error)
        }
    }

    private func loss(_ error: WireError) -> WorkerLoss {
        if error == .malformed { session.giveUp("sent a message that makes no sense") }
        if let fault { session.giveUp("\(fault.reason) in a call") }
        let end = session.awaitEnding()
        return WorkerLoss(
            end: end, isOwnFault: fault != nil, hasDelivered: hasDelivered, hasBegun: hasAsked,
            faultStatus: fault?.status)
    }

    /// Asked every second in which the worker says nothing.
    private func wait() throws(WireError) {
        let now = MonotonicTime.now
        if isShutDown() {
            watch.answered(PICKER_CLOSED, at: now)
        } else if hasAsked {
            watch.answered(call.answer, at: now)
        }
        guard let found = watch.fault(at: now) else { return }
        fault = found
        throw .disconnected
    }

    func send(_ kind: MessageKind, _ body: [UInt8]) throws(WireError) {
        try channel.send(kind, body, onWait: wait)
    }

    private func result() throws(WireError) -> picker_status {
        var reader = buffer.reader
        let status: picker_status = try reader.integer()
        let (code, length) = (try reader.integer(Int32.self), try reader.integer(UInt32.self))
        let message = try reader.raw().map { Array($0) } ?? []
        // With PICKER_OK the error is left alone, unless the plugin did not.
        if status != PICKER_OK || code != 0 || length != 0 { call.write(errno: code, message, length: length) }
        try call.values(status, &reader)
        guard let lack else { return status }
        return call.fail(WorkerEnd.status(ofLack: lack), "no room for a frame: \(String(cString: strerror(lack)))")
    }
}
