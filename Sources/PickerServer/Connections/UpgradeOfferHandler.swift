internal import NIOCore
internal import NIOHTTP1

/// Ends a connection in good order after a request that offers to go on in another protocol. It is in the pipeline of a
/// connection, after the decoder.
///
/// SwiftNIO's decoder stops after such a request (`Upgrade: h2c`, which Java's client sends with the first one, or
/// CONNECT): it finds no later request, and keeps all bytes that still arrive in memory, without limit. This server has
/// no other protocol, and answers as if there were no offer (RFC 9110, section 7.8). So the client is told that the
/// connection ends with that answer, and what arrives after the request is thrown away.
final class UpgradeOfferHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let input = ConnectionInput()
    /// Whether a request had an offer. None that follows it is answered.
    private var hasOffer = false
    /// The number of requests whose answer has not begun.
    private var waiting = 0

    /// Adds the handler to the pipeline of a connection, which has the decoder already.
    static func add(to pipeline: ChannelPipeline.SynchronousOperations) throws {
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        let handler = UpgradeOfferHandler()
        try pipeline.addHandler(handler.input, position: .before(decoder))
        try pipeline.addHandler(handler, position: .after(decoder))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var data = data
        switch unwrapInboundIn(data) {
        case .head(var head):
            // The decoder goes on after an offer that the Connection field does not name; the connection ends all the same.
            guard !hasOffer else { return }
            waiting += 1
            hasOffer = head.method == .CONNECT || head.headers.contains(name: "Upgrade")
            guard hasOffer else { break }
            head.headers.remove(name: "Upgrade")
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            data = wrapInboundOut(.head(head))
        case .body: if input.isOver { return }
        case .end:
            if input.isOver { return }
            input.isOver = hasOffer
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // If no request is waiting, this answers one that could not be read.
        guard case .head(var head) = unwrapOutboundIn(data), head.status.code >= 200, waiting > 0 else {
            return context.write(data, promise: promise)
        }
        waiting -= 1
        guard hasOffer, waiting == 0 else { return context.write(data, promise: promise) }
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}

/// Throws away what arrives on a connection after its last request, before anything keeps it.
private final class ConnectionInput: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    var isOver = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isOver { context.fireChannelRead(data) }
    }
}
