internal import NIOCore

/// Keeps a server that has no descriptor left from trying to accept without a pause.
///
/// SwiftNIO's own pause is no use there: after an error its server channel stays registered for new connections, of which
/// the system tells it again at once, thousands of times a second.
final class AcceptHandler: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = any Channel

    private static let pause = TimeAmount.milliseconds(50)

    private let connections: OpenConnections

    init(_ connections: OpenConnections) { self.connections = connections }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let channel = context.channel
        // Not told on: what reads the stream of connections would take it for the end.
        guard error is IOError, channel.isActive else { return context.fireErrorCaught(error) }
        connections.acceptingFailed(error)
        try? channel.syncOptions?.setOption(.autoRead, value: false)
        channel.eventLoop.scheduleTask(in: Self.pause) {
            try? channel.syncOptions?.setOption(.autoRead, value: true)
        }
    }
}
