internal import NIOCore

/// Keeps a server that has no descriptors left from calling `accept` in a busy loop.
///
/// SwiftNIO's own pause does not help there: after an error, its server channel stays registered for new connections,
/// so the system reports them again at once, thousands of times a second.
final class AcceptHandler: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = any Channel

    private static let pause = TimeAmount.milliseconds(50)

    private let connections: OpenConnections

    init(_ connections: OpenConnections) { self.connections = connections }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let channel = context.channel
        // The error is not passed on: the reader of the stream of connections would take it for the end of the stream.
        guard error is IOError, channel.isActive else { return context.fireErrorCaught(error) }
        connections.acceptingFailed(error)
        try? channel.syncOptions?.setOption(.autoRead, value: false)
        channel.eventLoop.scheduleTask(in: Self.pause) {
            try? channel.syncOptions?.setOption(.autoRead, value: true)
        }
    }
}
