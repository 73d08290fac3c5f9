internal import CPlatform
internal import Glibc

/// Makes a pair of connected local stream sockets, closed on exec, and passes them to `use`.
package func withSocketPair<Result>(
    _ use: (consuming OwnedDescriptor, consuming OwnedDescriptor) -> Result
) throws(SystemError) -> Result {
    var ends: [Int32] = [-1, -1]
    guard platform_socket_pair(&ends) == 0 else { throw .last }
    return use(OwnedDescriptor(ends[0]), OwnedDescriptor(ends[1]))
}

/// For sockets.
extension Descriptor {
    /// Makes receiving throw `.tryAgain` if nothing comes for this time; 0 waits for ever.
    package func setReceiveTimeout(milliseconds: Int) { set(SO_RCVTIMEO, milliseconds) }

    /// Makes sending throw `.tryAgain` if the peer takes nothing for this time; 0 waits for ever.
    package func setSendTimeout(milliseconds: Int) { set(SO_SNDTIMEO, milliseconds) }

    private func set(_ option: Int32, _ milliseconds: Int) {
        var time = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        setsockopt(number, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Shuts down the connection in both directions, without closing the descriptor.
    package func disconnect() { shutdown(number, Int32(SHUT_RDWR)) }

    /// Sends `head` and `body`, as much as there is room for. If the peer is gone, this throws and raises no signal.
    ///
    /// - Parameter descriptor: is passed to the peer with the first byte, as a duplicate.
    /// - Returns: the number of bytes that were sent.
    package func send(
        _ head: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer, descriptor: Descriptor?
    ) throws(SystemError) -> Int {
        try checked {
            platform_send(
                number, head.baseAddress, head.count, body.baseAddress, body.count, descriptor?.number ?? -1)
        }
    }

    /// The descriptor that came with bytes, if any.
    package enum Passed: ~Copyable {
        case nothing
        case descriptor(OwnedDescriptor)
        /// A descriptor came, but this process had none free.
        case lost
    }

    /// Receives what is available, at most as much as the buffer holds.
    ///
    /// - Parameter passed: the descriptor that came with the bytes; further ones are closed.
    /// - Returns: the number of bytes; 0 at the end.
    package func receive(
        into buffer: UnsafeMutableRawBufferPointer, passed: inout Passed
    ) throws(SystemError) -> Int {
        var descriptor: Int32 = -1
        let count = try checked { platform_receive(number, buffer.baseAddress, buffer.count, &descriptor) }
        passed =
            descriptor >= 0
            ? .descriptor(OwnedDescriptor(descriptor)) : descriptor == PLATFORM_DESCRIPTOR_LOST ? .lost : .nothing
        return count
    }
}
