internal import Platform

/// One end of a socket that carries messages in both directions. The socket is closed at the end of this object's life.
final class Channel: Sendable {
    private let socket: Descriptor
    private let isClosed = Atomic(false)

    init(_ socket: consuming OwnedDescriptor) { self.socket = Descriptor(socket.take()) }

    deinit { close() }

    /// Closes the socket earlier. No other thread may be using it.
    func close() {
        if !isClosed.exchange(true, ordering: .acquiringAndReleasing) { _ = OwnedDescriptor(socket.number) }
    }

    /// A new channel, and its other end, which is to be passed on.
    static func pair() throws(SystemError) -> (Channel, PassedDescriptor) {
        try withSocketPair { (Channel($0), PassedDescriptor($1)) }
    }

    /// Sets how long sending and receiving wait before they call `onWait`.
    func setPatience(milliseconds: Int) {
        setReceivePatience(milliseconds: milliseconds)
        setSendPatience(milliseconds: milliseconds)
    }

    func setReceivePatience(milliseconds: Int) { socket.setReceiveTimeout(milliseconds: milliseconds) }

    func setSendPatience(milliseconds: Int) { socket.setSendTimeout(milliseconds: milliseconds) }

    /// Shuts down the connection in both directions, without closing the socket.
    func disconnect() { socket.disconnect() }

    /// Sends one message.
    ///
    /// - Parameter onWait: called whenever patience ends, and after each part of a message; what it throws ends the
    ///   call.
    func send(
        _ kind: MessageKind, _ body: [UInt8] = [], passing descriptor: PassedDescriptor? = nil,
        onWait: () throws(WireError) -> Void = {}
    ) throws(WireError) {
        guard body.count <= WireWriter.limit else { throw .tooLarge }
        let head = [UInt32(body.count), kind.rawValue]
        var sent = 0
        var passed = descriptor?.descriptor
        while sent < MessageBuffer.headSize + body.count {
            do throws(SystemError) {
                sent += try sendPart(head, body, from: sent, passed)
                passed = nil
            } catch {
                guard error == .tryAgain else { throw .disconnected }
            }
            // Also if the other side takes a byte now and then, so that the timeout never passes.
            if sent < MessageBuffer.headSize + body.count { try onWait() }
        }
    }

    /// Sends as much as there is room for, from offset `sent` on.
    ///
    /// - Returns: the number of bytes, at least 1.
    private func sendPart(
        _ head: [UInt32], _ body: [UInt8], from sent: Int, _ descriptor: Descriptor?
    ) throws(SystemError) -> Int {
        var failure: SystemError?
        let count = head.withUnsafeBytes { head in
            body.withUnsafeBytes { body in
                do throws(SystemError) {
                    return try socket.send(
                        UnsafeRawBufferPointer(rebasing: head.dropFirst(sent)),
                        UnsafeRawBufferPointer(rebasing: body.dropFirst(max(0, sent - MessageBuffer.headSize))),
                        descriptor: descriptor)
                } catch {
                    failure = error
                    return 0
                }
            }
        }
        if let failure { throw failure }
        guard count > 0 else { throw .brokenPipe }
        return count
    }

    /// Receives one message into `buffer`.
    ///
    /// - Returns: the kind of the message, and the descriptor that came with it; a lost one if this process had none
    ///   free.
    /// - Throws: `.disconnected` at the end; what `onWait` throws.
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
            // Also if the other side sends a byte now and then, so that the timeout never passes.
            if received < MessageBuffer.headSize { try onWait() }
        }
        let length = buffer.head.load(as: UInt32.self)
        let number = buffer.head.load(fromByteOffset: 4, as: UInt32.self)
        guard let kind = MessageKind(rawValue: number), length <= kind.bodyLimit else { throw .malformed }
        while buffer.count < length {
            let room = buffer.room(for: Int(length) - buffer.count)
            buffer.fill(try receivePart(room, &descriptor, onWait))
            if buffer.count < length { try onWait() }
        }
        return (kind, descriptor)
    }

    private func receivePart(
        _ room: UnsafeMutableRawBufferPointer, _ descriptor: inout PassedDescriptor?,
        _ onWait: () throws(WireError) -> Void
    ) throws(WireError) -> Int {
        while true {
            do throws(SystemError) {
                var passed = Descriptor.Passed.nothing
                let count = try socket.receive(into: room, passed: &passed)
                switch consume passed {
                case .nothing: break
                case .descriptor(let owned): descriptor = PassedDescriptor(owned)
                case .lost: descriptor = .lost
                }
                if count > 0 { return count }
            } catch {
                if error == .tryAgain {
                    try onWait()
                    continue
                }
            }
            throw .disconnected
        }
    }
}
