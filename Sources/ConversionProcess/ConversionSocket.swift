package import Platform

/// One end of the socket between the host and the helper program. For one thread; closed at the end of its life.
package final class ConversionSocket {
    /// Why no message could be sent or received.
    package enum Failure: Error, Hashable, Sendable {
        /// The other side is gone.
        case disconnected
        /// The other side sent something that is not a valid message, or is too long.
        case malformed
        /// `goesOn` returned false.
        case stopped
    }

    private let descriptor: Descriptor

    package init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = Descriptor(descriptor.take()) }

    deinit { _ = OwnedDescriptor(descriptor.number) }

    /// Sets how long sending and receiving wait before they call `goesOn`; without this they wait for ever.
    func setPatience(milliseconds: Int) {
        descriptor.setReceiveTimeout(milliseconds: milliseconds)
        descriptor.setSendTimeout(milliseconds: milliseconds)
    }

    /// - Parameter goesOn: called whenever patience ends, and after each part of the message; false ends sending.
    package func send(_ message: ConversionMessage, while goesOn: () -> Bool = { true }) throws(Failure) {
        let bytes = message.encoded
        var sent = 0
        while sent < bytes.count {
            sent += try retrying(goesOn) { () throws(SystemError) in
                var outcome = Result<Int, SystemError>.success(0)
                bytes.withUnsafeBytes { all in
                    let rest = UnsafeRawBufferPointer(rebasing: all[sent...])
                    do throws(SystemError) {
                        outcome = .success(
                            try descriptor.send(rest, UnsafeRawBufferPointer(start: nil, count: 0), descriptor: nil))
                    } catch {
                        outcome = .failure(error)
                    }
                }
                return try outcome.get()
            }
            // Also if the other side takes a byte now and then, so that the timeout never passes.
            guard sent == bytes.count || goesOn() else { throw .stopped }
        }
    }

    /// - Parameters:
    ///   - limit: the most bytes of the body; a longer one is malformed.
    ///   - goesOn: called whenever patience ends, and after each part of the message; false ends receiving.
    package func receive(
        atMost limit: Int = ConversionMessage.largestRead, while goesOn: () -> Bool = { true }
    ) throws(Failure) -> ConversionMessage {
        let head = try receive(count: ConversionMessage.headSize, goesOn)
        let (length, kind) = head.withUnsafeBytes {
            ($0.loadUnaligned(as: UInt32.self), $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        }
        guard length <= limit else { throw .malformed }
        let body = try receive(count: Int(length), goesOn)
        guard let message = ConversionMessage(kind: kind, body: body) else { throw .malformed }
        return message
    }

    private func receive(count: Int, _ goesOn: () -> Bool) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            received += try retrying(goesOn) { () throws(SystemError) in
                var outcome = Result<Int, SystemError>.success(0)
                bytes.withUnsafeMutableBytes { all in
                    let rest = UnsafeMutableRawBufferPointer(rebasing: all[received...])
                    var passed = Descriptor.Passed.nothing
                    do throws(SystemError) {
                        outcome = .success(try descriptor.receive(into: rest, passed: &passed))
                    } catch {
                        outcome = .failure(error)
                    }
                }
                return try outcome.get()
            }
            guard received == count || goesOn() else { throw .stopped }
        }
        return bytes
    }

    /// Calls `transfer` until it succeeds, fails for another reason than a timeout, or `goesOn` returns false.
    ///
    /// - Returns: the result of `transfer`, at least 1.
    private func retrying(
        _ goesOn: () -> Bool, _ transfer: () throws(SystemError) -> Int
    ) throws(Failure) -> Int {
        while true {
            do throws(SystemError) {
                let count = try transfer()
                guard count > 0 else { throw SystemError.brokenPipe }
                return count
            } catch {
                guard error == .tryAgain else { throw .disconnected }
            }
            guard goesOn() else { throw .stopped }
        }
    }
}
