internal import ABIMemory
internal import BackendAPI

/// The parts of an error besides its status and its message.
struct ErrorDetails: Equatable {
    var errno: Int32 = 0
    /// The milliseconds after which the call may be made again; 0 if that is not known.
    var retryAfter: UInt64 = 0
}

/// One call of a host on its way to a worker: its arguments, and the receivers of what comes back. Used on the thread
/// of the call.
struct HostCall {
    let operation: Operation
    let call: UnsafePointer<picker_call>?
    let error: UnsafeMutablePointer<picker_error>?
    /// The identifier of the asset that the call is about; nil if it is not about one.
    var asset: [UInt8]?
    /// The number of a fetch in the worker; 0 if the call is not about one.
    var handle: UInt64 = 0
    var arguments: (inout WireWriter) throws(WireError) -> Void = { _ in }
    /// Receives a batch of records and returns whether to go on.
    var records: ((inout WireReader) throws(WireError) -> picker_flow)?
    /// The bounds for the frames of this call.
    var frameBounds = FrameBounds()
    /// Receives a frame and returns whether to go on.
    var frame: ((picker_frame) -> picker_flow)?
    /// Reads the next bytes of a new file.
    var source: ((UnsafeMutableRawBufferPointer) -> (status: picker_status, count: Int))?
    /// Called when the plugin first asks whether to go on, or first emits: it is in the call then. The result is the
    /// reply to the plugin.
    var onBeginning: (() -> picker_status)?
    /// Receives the values of the result.
    var values: (picker_status, inout WireReader) throws(WireError) -> Void = { _, _ in }

    init(
        _ operation: Operation, _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) {
        self.operation = operation
        self.call = call
        self.error = error
    }

    /// Notes that the call is about this asset.
    mutating func concern(_ identifier: picker_string) {
        asset = (try? identifier.text()).flatMap { $0.map { Array($0.utf8) } }
    }

    /// Reads the bytes of a new file from the request, whose functions stay in this process.
    mutating func serve(_ request: UnsafePointer<picker_add_request>) {
        let asked = boundedCopy(of: request, into: picker_add_request())
        source = { room in
            var length: UInt64 = 0
            let start = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
            let status = asked.read?(asked.source_context, start, UInt64(room.count), &length) ?? PICKER_IO
            return (status, status == PICKER_OK ? Int(clamping: length) : 0)
        }
    }

    /// The message that makes the call in the worker.
    ///
    /// - Parameter limits: the administrator's limits, for calls that make images.
    func message(limits: @autoclosure () -> picker_limits_v1? = nil) throws(WireError) -> [UInt8] {
        var head = CallHeader(operation)
        if frame != nil {
            head.limits = limits()
            head.flags |= CallHeader.isWanted
        }
        head.handle = handle
        if let call { head.deadline = boundedCopy(of: call, into: picker_call()).deadline }
        if let error {
            head.flags |= CallHeader.hasError
            head.messageCapacity = boundedCopy(of: error, into: picker_error()).message_capacity
        }
        var writer = WireWriter()
        try head.write(to: &writer)
        try arguments(&writer)
        return writer.body
    }

    /// Whether the host wants the call to go on.
    var answer: picker_status {
        guard let call else { return PICKER_OK }
        let table = boundedCopy(of: call, into: picker_call())
        return table.check?(table.context) ?? PICKER_OK
    }

    /// Writes the error for a message that could not be made.
    ///
    /// - Returns: the status of the call.
    func fail(_ error: WireError) -> picker_status {
        guard case .refused(let refusal) = error else {
            return fail(PICKER_TOO_LARGE, "the request is too large for a worker")
        }
        return fail(PICKER_UNSUPPORTED, refusal.ofRequest)
    }

    /// Writes an error with a message of this module.
    ///
    /// - Returns: `status`.
    func fail(_ status: picker_status, _ message: String) -> picker_status {
        write(ErrorDetails(), Array(message.utf8))
        return status
    }

    /// What was written into the error, for other calls that fail for the same reason.
    var written: (details: ErrorDetails, message: [UInt8]) {
        guard let error, hasField(error, \.system_errno) else { return (ErrorDetails(), []) }
        var details = ErrorDetails(errno: error.pointee.system_errno)
        if hasField(error, \.retry_after) { details.retryAfter = error.pointee.retry_after }
        guard let message = error.pointee.message else { return (details, []) }
        let length = Int(min(error.pointee.message_length, error.pointee.message_capacity))
        return (details, UnsafeBufferPointer(start: message, count: length).map { UInt8(bitPattern: $0) })
    }

    /// Writes an error, whose message is cut to the room for it.
    ///
    /// - Parameter length: the length that the plugin claims, which may exceed what came; nil for the message's own.
    func write(_ details: ErrorDetails, _ message: [UInt8], length: UInt32? = nil) {
        guard let error, hasField(error, \.system_errno) else { return }
        let cut = cut(message, to: Int(error.pointee.message_capacity))
        if let room = error.pointee.message {
            for index in 0..<cut { room[index] = CChar(bitPattern: message[index]) }
        }
        error.pointee.message_length = length ?? UInt32(cut)
        error.pointee.system_errno = details.errno
        if hasField(error, \.retry_after) { error.pointee.retry_after = details.retryAfter }
    }
}
