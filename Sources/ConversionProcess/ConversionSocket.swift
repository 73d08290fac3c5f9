package import Platform

/// One end of the socket between the host and the helper program. For one thread; closed at its end.
package final class ConversionSocket {
    /// Why there is no further message.
    package enum Failure: Error, Hashable, Sendable {
        /// The other side is gone.
        case disconnected
        /// It sent something that is no message, or one that is too long.
        case malformed
        /// Waiting was given up.
        case stopped
    }

    private let descriptor: Descriptor

    package init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = Descriptor(descriptor.take()) }

    deinit { _ = OwnedDescriptor(descriptor.number) }

    /// How long sending and receiving wait before they ask whether to go on; without this they wait for ever.
    func setPatience(milliseconds: Int) {
        descriptor.setReceiveTimeout(milliseconds: milliseconds)
        descriptor.setSendTimeout(milliseconds: milliseconds)
    }

    /// - Parameter goesOn: asked whenever patience ends.
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
            // Also when the other side takes a byte now and then.
            guard sent == bytes.count || goesOn() else { throw .stopped }
        }
    }

    /// - Parameters:
    ///   - limit: the longest body that is taken.
    ///   - goesOn: asked whenever patience ends.
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

    /// - Returns: what `transfer` returns, at least 1.
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
