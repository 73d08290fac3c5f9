internal import BackendAPI

/// The header of a call message.
struct CallHeader {
    /// Flag: the host passed a `picker_error`.
    static let hasError: UInt32 = 2
    /// Flag: the administrator's limits follow, which saves the plugin a round trip to ask for them.
    static let hasLimits: UInt32 = 4
    /// Flag: the host was asked just before whether to go on, so the plugin need not wait for that answer.
    static let isWanted: UInt32 = 8

    var operation: Operation
    var flags: UInt32 = 0
    /// The number of a fetch; 0 if the call is not about one.
    var handle: UInt64 = 0
    var deadline: UInt64 = 0
    /// The bytes of room for the message of an error.
    var messageCapacity: UInt32 = 0
    /// Present with `hasLimits`.
    var limits: picker_limits_v1?

    init(_ operation: Operation) { self.operation = operation }

    init(_ reader: inout WireReader) throws(WireError) {
        guard let operation = Operation(rawValue: try reader.integer()) else { throw .malformed }
        self.operation = operation
        flags = try reader.integer()
        handle = try reader.integer()
        deadline = try reader.integer()
        messageCapacity = try reader.integer()
        if flags & Self.hasLimits != 0 { limits = try reader.value(picker_limits_v1.self) }
    }

    func write(to writer: inout WireWriter) throws(WireError) {
        writer.integer(operation.rawValue)
        writer.integer(limits == nil ? flags : flags | Self.hasLimits)
        writer.integer(handle)
        writer.integer(deadline)
        writer.integer(messageCapacity)
        if var limits { try writer.value(&limits) }
    }
}
