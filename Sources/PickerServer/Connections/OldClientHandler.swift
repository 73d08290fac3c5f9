internal import NIOCore
internal import NIOHTTP1

/// Answers clients that speak HTTP/1.0 in a way that they understand. It is in the pipeline of a connection, at a place
/// where versions are still known.
///
/// The handlers after this one see requests without their version, and answer all of them as HTTP/1.1. A client of
/// HTTP/1.0 takes the end of the connection for the end of the answer (RFC 9112, section 9.3), so it would wait for an
/// end that does not come, and would read the framing of chunks as content (section 6.1).
final class OldClientHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// For each request whose answer has not begun, whether it is HTTP/1.0.
    private var areOld: [Bool] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let isOld = head.version == .http1_0
        areOld.append(isOld)
        guard isOld else { return context.fireChannelRead(data) }
        // One request for each connection, even if the client offers more: it must be clear to the client how its
        // answer ends.
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        // HTTP/1.0 has no interim answers (RFC 9110, section 10.1.1).
        head.headers.remove(name: "Expect")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // If no request is waiting, this answers one that could not be read.
        guard case .head(var head) = unwrapOutboundIn(data), head.status.code >= 200, !areOld.isEmpty,
            areOld.removeFirst()
        else { return context.write(data, promise: promise) }
        head.version = .http1_0
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
