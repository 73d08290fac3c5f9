internal import CHostSupport
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// One end of a socket on which messages go back and forth. Closes it at its end.
final class Channel: Sendable {
    let socket: Int32
    private let isClosed = Atomic(false)

    init(socket: Int32) { self.socket = socket }

    deinit { close() }

    /// Closes it before its end; nobody may be using it.
    func close() {
        if !isClosed.exchange(true, ordering: .acquiringAndReleasing) { closeDescriptor(socket) }
    }

    /// A new channel, and the end of it that is to be passed on.
    static func pair() -> (Channel, PassedDescriptor)? {
        var ends: [Int32] = [-1, -1]
        guard picker_host_socket_pair(&ends) == 0 else { return nil }
        return (Channel(socket: ends[0]), PassedDescriptor(ends[1]))
    }

    /// How long sending and receiving wait before they ask whether to go on.
    func setPatience(milliseconds: Int) {
        set(SO_RCVTIMEO, milliseconds)
        setSendPatience(milliseconds: milliseconds)
    }

    func setSendPatience(milliseconds: Int) { set(SO_SNDTIMEO, milliseconds) }

    private func set(_ option: Int32, _ milliseconds: Int) {
        var time = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        setsockopt(socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Neither side hears of the other any more.
    func disconnect() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// - Parameter onWait: called whenever patience ends; what it throws ends the call.
    func send(
        _ kind: MessageKind, _ body: [UInt8] = [], descriptor: Int32 = -1,
        onWait: () throws(WireError) -> Void = {}
    ) throws(WireError) {
        guard body.count <= WireWriter.limit else { throw .tooLarge }
        let head = [UInt32(body.count), kind.rawValue]
        var sent = 0
        var passed = descriptor
        while sent < MessageBuffer.headSize + body.count {
            let (number, isWaiting) = sendPart(head, body, from: sent, passed)
            if isWaiting {
                try onWait()
                continue
            }
            guard number > 0 else { throw .disconnected }
            sent += number
            passed = -1
        }
    }

    private func sendPart(_ head: [UInt32], _ body: [UInt8], from sent: Int, _ descriptor: Int32) -> (Int, Bool) {
        head.withUnsafeBytes { head in
            body.withUnsafeBytes { body in
                let headPart = UnsafeRawBufferPointer(rebasing: head.dropFirst(sent))
                let bodyPart = UnsafeRawBufferPointer(rebasing: body.dropFirst(max(0, sent - MessageBuffer.headSize)))
                let number = picker_host_send(
                    socket, headPart.baseAddress, headPart.count, bodyPart.baseAddress, bodyPart.count, descriptor)
                return (number, number < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            }
        }
    }

    /// Receives one message into `buffer`.
    ///
    /// - Returns: its kind, and the descriptor that came with it; one without a number when this process had none free.
    /// - Throws: `.disconnected` at the end.
    func receive(
        into buffer: MessageBuffer, onWait: () throws(WireError) -> Void = {}
    ) throws(WireError) -> (kind: MessageKind, descriptor: PassedDescriptor?) {
        buffer.begin()
        buffer.shrink()
        var descriptor: PassedDescriptor?
        var received = 0
        while received < MessageBuffer.headSize {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.head[received...])
            received += try receivePart(room, &descriptor, onWait)
        }
        let length = buffer.head.load(as: UInt32.self)
        let number = buffer.head.load(fromByteOffset: 4, as: UInt32.self)
        guard length <= WireWriter.limit, let kind = MessageKind(rawValue: number) else { throw .malformed }
        while buffer.count < length {
            let room = buffer.room(for: Int(length) - buffer.count)
            buffer.fill(try receivePart(room, &descriptor, onWait))
        }
        return (kind, descriptor)
    }

    private func receivePart(
        _ room: UnsafeMutableRawBufferPointer, _ descriptor: inout PassedDescriptor?,
        _ onWait: () throws(WireError) -> Void
    ) throws(WireError) -> Int {
        while true {
            var passed: Int32 = -1
            let number = picker_host_receive(socket, room.baseAddress, room.count, &passed)
            if number < 0, errno == EAGAIN || errno == EWOULDBLOCK {
                try onWait()
                continue
            }
            if passed != -1 { descriptor = PassedDescriptor(passed) }
            guard number > 0 else { throw .disconnected }
            return number
        }
    }
}

/// `close`, which a method of the same name hides.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
