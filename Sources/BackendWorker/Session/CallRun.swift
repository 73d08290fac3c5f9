internal import ABIMemory
internal import BackendAPI
internal import Platform

/// One call under way on a channel, seen from the host. Used on the thread of the call.
final class CallRun {
    private let session: WorkerSession
    private let channel: Channel
    let call: HostCall
    let host: HostFunctions
    let isShutDown: () -> Bool
    let buffer = MessageBuffer()
    var watch: CallWatchdog
    /// When it was looked last whether the call is to end, besides what the plugin asked.
    private var lastLook = MonotonicTime.now
    var flood = FloodGuard(now: MonotonicTime.now)
    /// The plugin asked whether to go on: before, the host is not asked, because that reports that the plugin is in the
    /// call (R12.7).
    var hasAsked = false
    var hasDelivered = false
    /// The host has all that it asked for, and nothing is to come but that the call ended.
    var hasFinalFrame = false
    /// The last records have come, so that nothing but the result may.
    var hasLastRecords = false
    /// The host wants no more records, and said so.
    var isStopped = false
    /// Frames that came after the host said that it wants no more.
    var surplusFrames = 0
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
        watch = CallWatchdog(session.program, now: MonotonicTime.now)
    }

    /// Runs the call that `message` asks for to its end.
    func status(_ message: [UInt8]) throws(WorkerFailure) -> picker_status {
        // What is not wanted any more is not begun: for a call that makes an image the worker takes that for granted.
        if call.frame != nil, call.answer != PICKER_OK { return call.fail(call.answer, "it ended before it began") }
        do throws(WireError) {
            try send(.call, message)
            while true {
                let (kind, descriptor) = try channel.receive(into: buffer, onWait: wait)
                watch.heard(at: MonotonicTime.now)
                if kind == .result { return try result() }
                try take(kind, descriptor)
                try look()
            }
        } catch {
            let loss = loss(error)
            // The image is here, and another call, or who ended the worker from outside, may be why it is gone: no one else will
            // make it, since a final frame comes once.
            if hasFinalFrame, error == .disconnected, !loss.isOwnFault, lack == nil, !isShutDown() { return PICKER_OK }
            throw loss
        }
    }

    private func loss(_ error: WireError) -> WorkerFailure {
        if error == .malformed { session.giveUp("sent an invalid message") }
        if let fault { session.giveUp("\(fault.reason) in a call") }
        let end = session.awaitEnding()
        return WorkerFailure(
            end: end, isOwnFault: fault != nil, hasDelivered: hasDelivered, hasBegun: hasAsked,
            faultStatus: fault?.status)
    }

    /// Nanoseconds between two looks at a call whose worker says something all the time.
    private static let lookInterval: UInt64 = 1_000_000_000

    /// Whether a call goes on that was to end: one that reports and logs, and never asks, is not silent either.
    private func look() throws(WireError) {
        let now = MonotonicTime.now
        guard now - lastLook >= Self.lookInterval else { return }
        lastLook = now
        // To be asked means something in an observation alone (R12.7).
        try lookAtEnd(asksHost: hasAsked || call.operation != .libraryObserve)
    }

    /// Asked every second in which the worker says nothing.
    private func wait() throws(WireError) { try lookAtEnd(asksHost: hasAsked) }

    private func lookAtEnd(asksHost: Bool) throws(WireError) {
        let now = MonotonicTime.now
        if isShutDown() {
            watch.answered(PICKER_CLOSED, at: now)
        } else if asksHost {
            watch.answered(call.answer, at: now)
        }
        guard let found = watch.fault(at: now) else { return }
        fault = found
        throw .disconnected
    }

    /// Whose secrets the plugin may ask for.
    var library: UInt64 { session.library }

    /// Copies memory of the worker; whether it was there.
    func copy(_ room: UnsafeMutableRawBufferPointer, from address: UInt64) -> Bool {
        session.copy(room, from: address)
    }

    /// The first reason stays.
    func giveUp(_ reason: String) { session.giveUp(reason) }

    func send(_ kind: MessageKind, _ body: [UInt8]) throws(WireError) {
        try channel.send(kind, body, onWait: wait)
    }

    /// Room for the words of an error, as `HostCall.message` says it, and as much as a worker takes of it.
    private var messageCapacity: UInt32 {
        guard let error = call.error else { return 0 }
        return min(boundedCopy(of: error, into: picker_error()).message_capacity, ErrorBuffer.limit)
    }

    private func result() throws(WireError) -> picker_status {
        var reader = buffer.reader
        let status: picker_status = try reader.integer()
        let details = ErrorDetails(errno: try reader.integer(), retryAfter: try reader.integer())
        let length: UInt32 = try reader.integer()
        let message = try reader.raw().map { Array($0) } ?? []
        // A plugin may say that it wrote more than there is room for, which is the host's question. What it says that it
        // wrote into the room has come, or the host would read memory that was never written.
        guard message.count == Int(min(length, messageCapacity)) else { throw .malformed }
        // With PICKER_OK the error is left alone, unless the plugin did not.
        if status != PICKER_OK || details != ErrorDetails() || length != 0 {
            call.write(details, message, length: length)
        }
        try call.values(status, &reader)
        guard let lack else { return status }
        return call.fail(ExitReason.status(ofLack: lack), "no room for a frame: \(SystemError(code: lack))")
    }
}
