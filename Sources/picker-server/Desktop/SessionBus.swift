internal import CSessionBus
internal import Platform

/// An error of the session bus, or in a message from it.
struct BusFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    static func check(_ code: Int32, _ what: String) throws(BusFailure) {
        if code < 0 { throw BusFailure("\(what): \(SystemError(code: -code))") }
    }
}

/// The session bus of the user, for one thread.
final class SessionBus {
    private let bus: OpaquePointer

    /// - Throws: an error if there is no bus, or libsystemd is not installed.
    init() throws(BusFailure) {
        if let problem = bus_missing_library() {
            throw BusFailure(
                "the session bus needs libsystemd, which cannot be used; install libsystemd0 (\(String(cString: problem)))"
            )
        }
        var error: Int32 = 0
        guard let bus = bus_open(&error) else {
            throw BusFailure(
                "there is no session bus: \(SystemError(code: -error)); DBUS_SESSION_BUS_ADDRESS or XDG_RUNTIME_DIR says where it is"
            )
        }
        self.bus = bus
    }

    deinit { bus_close(bus) }

    var descriptor: Descriptor { Descriptor(bus_descriptor(bus)) }

    /// Claims a name that no other process has.
    func take(name: String) throws(BusFailure) {
        try BusFailure.check(bus_request_name(bus, name), "\(name): cannot be taken on the session bus")
    }

    /// The messages that have arrived.
    func arrived() throws(BusFailure) -> [BusMessage] {
        var messages: [BusMessage] = []
        var progress: Int32 = 1
        while progress > 0 {
            if let message = bus_next(bus, &progress) { messages.append(BusMessage(message)) }
        }
        try BusFailure.check(progress, "the session bus ended")
        return messages
    }

    /// Sends an answer. Errors are ignored, since the program that asked may be gone.
    func send(_ answer: BusMessage) { _ = bus_send(bus, answer.pointer, nil) }

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - destination: the bus name of the object's owner.
    ///   - fill: writes the arguments.
    /// - Returns: the number by which the answer refers to the call.
    @discardableResult
    func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String,
        fill: (BusMessage) throws(BusFailure) -> Void = { _ in }
    ) throws(BusFailure) -> UInt64 {
        guard let call = bus_make_call(bus, destination, path, interface, member).map(BusMessage.init) else {
            throw BusFailure("\(destination): \(member) cannot be called")
        }
        try fill(call)
        var cookie: UInt64 = 0
        try BusFailure.check(bus_send(bus, call.pointer, &cookie), "\(destination): \(member)")
        return cookie
    }
}
