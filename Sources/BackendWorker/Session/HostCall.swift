internal import ABIMemory
internal import BackendAPI

/// The parts of an error besides its status and its message.
struct ErrorDetails: Equatable {
    var errno: Int32 = 0
    /// Milliseconds; 0: nothing is said.
    var retryAfter: UInt64 = 0
}

/// One call of a host on its way to a worker: what is asked, and what takes the answers. Used on the thread of the call.
struct HostCall {
    let operation: Operation
    let call: UnsafePointer<picker_call>?
    let error: UnsafeMutablePointer<picker_error>?
    /// The identifier of the asset that it is about, when it is about one.
    var asset: [UInt8]?
    /// Of a fetch; 0: of none.
    var handle: UInt64 = 0
    var arguments: (inout WireWriter) throws(WireError) -> Void = { _ in }
    /// Takes a batch of records; answers whether it wants more.
    var records: ((inout WireReader) throws(WireError) -> picker_flow)?
    /// What a frame of this call can be.
    var frameBounds = FrameBounds()
    /// Takes a frame.
    var frame: ((picker_frame) -> picker_flow)?
    /// Gives the next bytes of a new file.
    var source: ((UnsafeMutableRawBufferPointer) -> (status: picker_status, count: Int))?
    /// Called when the plugin first asks whether to go on, or emits: it is in the call. The answer goes to the plugin.
    var onBeginning: (() -> picker_status)?
    /// Takes what the result says besides the status.
    var values: (picker_status, inout WireReader) throws(WireError) -> Void = { _, _ in }

    init(
        _ operation: Operation, _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) {
        self.operation = operation
        self.call = call
        self.error = error
    }

    /// Says that it is about this asset.
    mutating func concern(_ identifier: picker_string) {
        asset = (try? identifier.text()).flatMap { $0.map { Array($0.utf8) } }
    }

    /// Gives the bytes of a new file from the request, whose functions stay here.
    mutating func serve(_ request: UnsafePointer<picker_add_request>) {
        let asked = boundedCopy(of: request, into: picker_add_request())
        source = { room in
            var length: UInt64 = 0
            let start = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
            let status = asked.read?(asked.source_context, start, UInt64(room.count), &length) ?? PICKER_IO
            return (status, status == PICKER_OK ? Int(clamping: length) : 0)
        }
    }

    /// The message that asks.
    ///
    /// - Parameter limits: those of the administrator, for what makes images.
    func message(limits: @autoclosure () -> picker_limits_v1? = nil) throws(WireError) -> [UInt8] {
        var head = CallHeader(operation)
        if frame != nil {
            head.limits = limits()
            head.flags |= CallHeader.isWanted
        }
        head.handle = handle
        if let call {
            head.flags |= CallHeader.hasCall
            head.deadline = boundedCopy(of: call, into: picker_call()).deadline
        }
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

    /// Ends the call with why its message could not be made.
    func fail(_ error: WireError) -> picker_status {
        guard case .refused(let refusal) = error else {
            return fail(PICKER_TOO_LARGE, "the request is too large for a worker")
        }
        return fail(PICKER_UNSUPPORTED, refusal.ofRequest)
    }

    /// Ends the call with words of this module.
    func fail(_ status: picker_status, _ message: String) -> picker_status {
        write(ErrorDetails(), Array(message.utf8))
        return status
    }

    /// What a plugin wrote into the error, which is of use to other calls that fail for the same reason.
    var written: (details: ErrorDetails, message: [UInt8]) {
        guard let error, hasField(error, \.system_errno) else { return (ErrorDetails(), []) }
        var details = ErrorDetails(errno: error.pointee.system_errno)
        if hasField(error, \.retry_after) { details.retryAfter = error.pointee.retry_after }
        guard let message = error.pointee.message else { return (details, []) }
        let length = Int(min(error.pointee.message_length, error.pointee.message_capacity))
        return (details, UnsafeBufferPointer(start: message, count: length).map { UInt8(bitPattern: $0) })
    }

    /// Writes what a plugin said: `length` is what it says that it wrote. As much of it as there is room for has come.
    func write(_ details: ErrorDetails, _ message: [UInt8], length: UInt32? = nil) {
        guard let error, hasField(error, \.system_errno) else { return }
        let capacity = Int(error.pointee.message_capacity)
        var cut = min(message.count, capacity)
        // At the boundary of a character (R10.3).
        while cut < message.count, cut > 0, message[cut] & 0xC0 == 0x80 { cut -= 1 }
        if let room = error.pointee.message {
            for index in 0..<cut { room[index] = CChar(bitPattern: message[index]) }
        }
        error.pointee.message_length = length ?? UInt32(cut)
        error.pointee.system_errno = details.errno
        if hasField(error, \.retry_after) { error.pointee.retry_after = details.retryAfter }
    }
}
