internal import BackendAPI

/// The error struct of one call, with a message buffer that notices writes past its end.
struct ErrorProbe {
    private static let pattern: UInt8 = 0xA5
    private static let guardBytes = 64
    private let guarded: Guarded<picker_error>
    private let buffer: UnsafeMutablePointer<UInt8>
    private let capacity: Int

    /// - Parameters:
    ///   - capacity: bytes that the message may have; 0: the buffer is NULL, as the ABI says.
    ///   - size: `struct_size`; nil: that of version 1.
    init(capacity: Int = 512, size: Int? = nil) {
        self.capacity = capacity
        buffer = .allocate(capacity: capacity + Self.guardBytes)
        buffer.initialize(repeating: Self.pattern, count: capacity + Self.guardBytes)
        LeakedMemory.leak(buffer)
        var error = picker_error()
        error.message_capacity = UInt32(capacity)
        error.message = capacity == 0 ? nil : UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: CChar.self)
        guarded = Guarded(error, announced: size)
    }

    var pointer: UnsafeMutablePointer<picker_error> { guarded.pointer }

    /// What was written last, as far as there is room for it.
    var message: [UInt8] {
        let count = min(Int(pointer.pointee.message_length), capacity)
        return Array(UnsafeBufferPointer(start: buffer, count: count))
    }

    func reply(to operation: String, _ status: picker_status, nanoseconds: UInt64) -> Reply {
        let error = guarded.value(defaults: picker_error())
        let bytes = UnsafeBufferPointer(start: buffer, count: capacity + Self.guardBytes)
        let isDetailed = error.message_length != 0 || error.system_errno != 0 || error.retry_after != 0
        let room = error.reserved
        let isReservedClear = (room.0 | room.1 | room.2 | room.3) == 0
        let isWritten = isDetailed || !isReservedClear || bytes.contains { $0 != Self.pattern }
        let isOverrun = !guarded.isIntact || bytes[capacity...].contains { $0 != Self.pattern }
        let state = ErrorState(
            length: error.message_length, capacity: UInt32(capacity), systemErrno: error.system_errno,
            retryAfter: error.retry_after, isReservedClear: isReservedClear, isUntouched: !isWritten,
            isOverrun: isOverrun || error.message_length > UInt32(capacity))
        let length = min(Int(error.message_length), capacity)
        let message = picker_string(
            data: UnsafeRawPointer(buffer).assumingMemoryBound(to: CChar.self), length: UInt64(length))
        return Reply(
            operation: operation, status: status, message: Text(message), error: state, nanoseconds: nanoseconds)
    }
}
