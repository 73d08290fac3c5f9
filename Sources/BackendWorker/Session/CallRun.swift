internal import ABIMemory
internal import BackendAPI
internal import Platform

/// The host's side of one call on a channel. Used on the thread of the call.
final class CallRun {
    private let session: WorkerSession
    private let channel: Channel
    let call: HostCall
    let host: HostFunctions
    let isShutDown: () -> Bool
    let buffer = MessageBuffer()
    var watch: CallWatchdog
    /// When `look` last checked whether the call is to end.
    private var lastLook = MonotonicTime.now
    var flood = FloodGuard(now: MonotonicTime.now)
    /// Whether the plugin asked whether to go on. Before that, the host is not asked, because asking reports that the
    /// plugin is in the call (R12.7).
    var hasAsked = false
    var hasDelivered = false
    /// Whether the final frame has come, so that only the end of the call is missing.
    var hasFinalFrame = false
    /// Whether the last records have come, so that only the result may follow.
    var hasLastRecords = false
    /// Whether the host replied that it wants no more.
    var isStopped = false
    /// The number of frames that came after the host wanted no more.
    var surplusFrames = 0
    /// The errno for which this process could not take a frame; it is not the worker's fault.
    var lack: Int32?
    private var fault: (reason: String, status: picker_status)?

    /// - Parameter isShutDown: whether the library is being shut down, which ends calls in flight; checked while the
    ///   worker is silent.
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

    /// Sends the call message and runs the call to its end.
    func status(_ message: [UInt8]) throws(WorkerFailure) -> picker_status {
        // A call that is not wanted any more is not begun: the worker relies on that for calls that make images
        // (`CallHeader.isWanted`).
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
            // The image is here, and the worker may be gone because of another call or because it was ended from
            // outside. The image cannot be requested again, since a final frame comes once.
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

    /// Nanoseconds between two checks of a call whose worker keeps sending messages.
    private static let lookInterval: UInt64 = 1_000_000_000

    /// Ends a call that goes on although it was to end. The check for silence does not find one that logs or reports
    /// progress, but never asks.
    private func look() throws(WireError) {
        let now = MonotonicTime.now
        guard now - lastLook >= Self.lookInterval else { return }
        lastLook = now
        // Asking has a meaning only for observations (R12.7).
        try lookAtEnd(asksHost: hasAsked || call.operation != .libraryObserve)
    }

    /// Called for every second in which the worker sends nothing.
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

    /// The library whose secrets the plugin may ask for.
    var library: UInt64 { session.library }

    /// Copies memory of the worker.
    ///
    /// - Returns: whether all of it was there.
    func copy(_ room: UnsafeMutableRawBufferPointer, from address: UInt64) -> Bool {
        session.copy(room, from: address)
    }

    /// Ends the worker. If there is a reason already, it stays.
    func giveUp(_ reason: String) { session.giveUp(reason) }

    func send(_ kind: MessageKind, _ body: [UInt8]) throws(WireError) {
        try channel.send(kind, body, onWait: wait)
    }

    /// The room for the message of an error that `HostCall.message` passes on, limited to what a worker uses of it.
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
        // A plugin may claim a length that exceeds the room, which the host judges. What it claims within the room must
        // have come, or the host would read memory that was never written.
        guard message.count == Int(min(length, messageCapacity)) else { throw .malformed }
        // With PICKER_OK, the error is left unchanged, unless the plugin changed it.
        if status != PICKER_OK || details != ErrorDetails() || length != 0 {
            call.write(details, message, length: length)
        }
        try call.values(status, &reader)
        guard let lack else { return status }
        return call.fail(ExitReason.status(ofLack: lack), "no room for a frame: \(SystemError(code: lack))")
    }
}
