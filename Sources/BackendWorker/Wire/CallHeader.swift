/// What a call begins with.
struct CallHeader {
    /// There is a `picker_call`.
    static let hasCall: UInt32 = 1
    /// There is a `picker_error`.
    static let hasError: UInt32 = 2

    var operation: Operation
    var flags: UInt32 = 0
    /// Of a fetch; 0: of none.
    var handle: UInt64 = 0
    var deadline: UInt64 = 0
    /// Room for the message of an error.
    var messageCapacity: UInt32 = 0

    init(_ operation: Operation) { self.operation = operation }

    init(_ reader: inout WireReader) throws(WireError) {
        guard let operation = Operation(rawValue: try reader.integer()) else { throw .malformed }
        self.operation = operation
        flags = try reader.integer()
        handle = try reader.integer()
        deadline = try reader.integer()
        messageCapacity = try reader.integer()
    }

    func write(to writer: inout WireWriter) {
        writer.integer(operation.rawValue)
        writer.integer(flags)
        writer.integer(handle)
        writer.integer(deadline)
        writer.integer(messageCapacity)
    }
}
