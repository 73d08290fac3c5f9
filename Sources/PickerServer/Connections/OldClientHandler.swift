internal import NIOCore
internal import NIOHTTP1

/// Answers clients that speak HTTP/1.0 as they understand it, in the pipeline of a connection, where versions are still known.
///
/// What comes behind this knows requests without their version, and answers all as those of HTTP/1.1. A client of 1.0 then waits for
/// an end that does not come, since it takes the end of the connection for that of the answer (RFC 9112, 9.3), and reads the framing
/// of chunks as content (6.1).
final class OldClientHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Of requests whose answer has not begun, whether each is an old one's.
    private var areOld: [Bool] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let isOld = head.version == .http1_0
        areOld.append(isOld)
        guard isOld else { return context.fireChannelRead(data) }
        // One request a connection, also where a client offers more: it has to be told which of two ways its answer ends in.
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        // There is no interim answer in 1.0 (RFC 9110, 10.1.1).
        head.headers.remove(name: "Expect")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // One that answers no request is of a request that could not be read.
        guard case .head(var head) = unwrapOutboundIn(data), head.status.code >= 200, !areOld.isEmpty,
            areOld.removeFirst()
        else { return context.write(data, promise: promise) }
        head.version = .http1_0
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
