internal import CSessionBus

/// A message of the session bus, which is read or written from beginning to end.
final class BusMessage {
    let pointer: OpaquePointer

    /// - Parameter pointer: released with this object.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { bus_release(pointer) }

    var isCall: Bool { bus_type(pointer) == Int32(BUS_METHOD_CALL) }
    var isSignal: Bool { bus_type(pointer) == Int32(BUS_SIGNAL) }
    var isError: Bool { bus_type(pointer) == Int32(BUS_ERROR) }
    var path: String { Self.text(bus_path(pointer)) }
    var interface: String { Self.text(bus_interface(pointer)) }
    var member: String { Self.text(bus_member(pointer)) }
    var sender: String { Self.text(bus_sender(pointer)) }
    var signature: String { Self.text(bus_signature(pointer)) }
    /// The number of the message that it answers; 0 if it is not an answer.
    var answered: UInt64 { bus_answered(pointer) }

    // `CChar`, because the bus library returns C strings.
    private static func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

    private static func code(_ type: Character) -> CChar { CChar(bitPattern: type.asciiValue ?? 0) }
}

// Reading
extension BusMessage {
    /// - Parameter type: `s`, or `o` for a path.
    func readText(_ type: Character = "s") throws(BusFailure) -> String {
        var text: UnsafePointer<CChar>?
        try BusFailure.check(bus_read_text(pointer, Self.code(type), &text), "a text is missing")
        return Self.text(text)
    }

    func readNumber() throws(BusFailure) -> UInt32 {
        var number: UInt32 = 0
        try BusFailure.check(bus_read_number(pointer, &number), "a number is missing")
        return number
    }

    func readFlag() throws(BusFailure) -> Bool {
        var flag: Int32 = 0
        try BusFailure.check(bus_read_flag(pointer, &flag), "a flag is missing")
        return flag != 0
    }

    /// Reads the content of the next container.
    ///
    /// - Returns: nil if there are no more.
    func read<Value>(
        _ type: Character, _ contents: String, _ body: () throws(BusFailure) -> Value
    ) throws(BusFailure) -> Value? {
        let entered = bus_enter(pointer, Self.code(type), contents)
        try BusFailure.check(entered, "what comes is not \(type) of \(contents)")
        guard entered > 0 else { return nil }
        let value = try body()
        try BusFailure.check(bus_leave(pointer), "\(type) of \(contents) has more")
        return value
    }

    /// Reads an array.
    func readList<Value>(
        of contents: String, _ element: () throws(BusFailure) -> Value?
    ) throws(BusFailure) -> [Value] {
        try read("a", contents) { () throws(BusFailure) in
            var values: [Value] = []
            while let value = try element() { values.append(value) }
            return values
        } ?? []
    }

    /// The type of the content of the next variant; nil if there is none.
    var variantContents: String? { bus_variant_contents(pointer).map { String(cString: $0) } }

    func skip(_ types: String) throws(BusFailure) {
        try BusFailure.check(bus_skip(pointer, types), "\(types) is missing")
    }
}

// Writing
extension BusMessage {
    func reply() throws(BusFailure) -> BusMessage { try made(bus_make_reply(pointer)) }

    /// - Parameter name: the D-Bus name of the error, such as `org.freedesktop.DBus.Error.InvalidArgs`.
    func errorReply(_ name: String, _ text: String) throws(BusFailure) -> BusMessage {
        try made(bus_make_error(pointer, name, text))
    }

    private func made(_ message: OpaquePointer?) throws(BusFailure) -> BusMessage {
        guard let message else { throw BusFailure("\(member): cannot be answered") }
        return BusMessage(message)
    }

    func write(_ text: String, _ type: Character = "s") throws(BusFailure) {
        try BusFailure.check(bus_write_text(pointer, Self.code(type), text), "a text cannot be sent")
    }

    func write(_ number: UInt32) throws(BusFailure) {
        try BusFailure.check(bus_write_number(pointer, number), "a number cannot be sent")
    }

    func write(_ flag: Bool) throws(BusFailure) {
        try BusFailure.check(bus_write_flag(pointer, flag ? 1 : 0), "a flag cannot be sent")
    }

    func write(
        _ type: Character, _ contents: String, _ body: () throws(BusFailure) -> Void
    ) throws(BusFailure) {
        try BusFailure.check(bus_begin(pointer, Self.code(type), contents), "\(type) cannot be sent")
        try body()
        try BusFailure.check(bus_end(pointer), "\(type) cannot be sent")
    }

    /// Writes an entry of a dictionary.
    func writeEntry(_ key: String, _ contents: String, _ body: () throws(BusFailure) -> Void) throws(BusFailure) {
        try write("e", "sv") { () throws(BusFailure) in
            try write(key)
            try write("v", contents, body)
        }
    }

    /// Writes the content of another message.
    func copy(_ other: BusMessage) throws(BusFailure) {
        try BusFailure.check(bus_copy(pointer, other.pointer), "a message cannot be passed on")
    }
}
