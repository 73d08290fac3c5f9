internal import CPlatform

/// Listens at 127.0.0.1, for connections from this machine only.
package struct LoopbackListener: ~Copyable, Sendable {
    package let port: UInt16
    private let descriptor: OwnedDescriptor

    /// - Parameter port: the port; 0 for a free one.
    package init(port: UInt16 = 0) throws(SystemError) {
        var number = port
        descriptor = OwnedDescriptor(try checked { platform_listen_loopback(&number) })
        self.port = number
    }

    /// The next connection; nil if none came within this time.
    package borrowing func accept(milliseconds: UInt64) throws(SystemError) -> OwnedDescriptor? {
        let deadline = MonotonicTime.now + milliseconds * 1_000_000
        guard case .ready = descriptor.borrowed.waitUntilReadable(deadline: deadline) else { return nil }
        let number = descriptor.borrowed.number
        return OwnedDescriptor(try checked { platform_accept(number) })
    }

    /// Connects a stream to a port of this machine.
    package static func connect(port: UInt16) throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(try checked { platform_connect_loopback(port) })
    }
}
