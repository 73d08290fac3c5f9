internal import ABIMemory
internal import BackendAPI

/// The error struct of one call to the plugin, with as much room for a message as the host has.
final class ErrorBuffer {
    /// The most bytes of a message that are passed on.
    static let limit: UInt32 = 1 << 16
    /// The room for a message that the host did not ask for.
    static let usualCapacity: UInt32 = 1024
    private var record = picker_error()
    private let room: UnsafeMutablePointer<CChar>

    init(capacity: UInt32) {
        let capacity = min(capacity, Self.limit)
        room = .allocate(capacity: max(1, Int(capacity)))
        record.struct_size = structSize(of: picker_error.self)
        record.message_capacity = capacity
        record.message = capacity == 0 ? nil : room
    }

    deinit { room.deallocate() }

    func withPointer<Result>(_ body: (UnsafeMutablePointer<picker_error>) -> Result) -> Result {
        withUnsafeMutablePointer(to: &record) { body($0) }
    }

    /// Sets a message of the worker itself.
    func set(_ message: String) {
        let bytes = Array(message.utf8)
        let length = cut(bytes, to: Int(record.message_capacity))
        for index in 0..<length { room[index] = CChar(bitPattern: bytes[index]) }
        record.message_length = UInt32(length)
    }

    /// Adds what the plugin wrote to the result of a call.
    func write(to writer: inout WireWriter) throws(WireError) {
        writer.integer(record.system_errno)
        writer.integer(record.retry_after)
        // The plugin's own length is passed on, because the host judges whether the plugin kept to the room.
        writer.integer(record.message_length)
        try writer.raw(room, UInt64(min(record.message_length, record.message_capacity)))
    }
}

/// The length of a message that is cut to a room at the boundary of a character (R10.3).
func cut(_ message: [UInt8], to room: Int) -> Int {
    var length = min(message.count, room)
    while length < message.count, length > 0, message[length] & 0xC0 == 0x80 { length -= 1 }
    return length
}
