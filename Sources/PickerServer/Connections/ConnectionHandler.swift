internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1

/// Tells what a connection is doing, in its pipeline, and reads it to its end after the last answer.
///
/// To close a connection on which something came that was not read breaks off the answer that is under way, and a client that
/// sends all before it reads, as most do, waits for ever for one who neither reads nor closes: so what comes after the last answer is
/// read and thrown away, for a while (RFC 9112, 9.6).
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let connections: OpenConnections
    private var areAnswersOver = false
    /// Requests that came and whose answer has not ended.
    private var openAnswers = 0

    init(_ connections: OpenConnections) { self.connections = connections }

    func handlerAdded(context: ChannelHandlerContext) {
        // The system says that a client took something when a third of this is free: with the megabytes that it may grow
        // to by itself, a slow reader would look like one that does not read.
        try? context.channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: Self.sendBufferLength)
        connections.opened(context.channel)
        let pipeline = context.pipeline.syncOperations
        if let versionless = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
            try? pipeline.addHandler(OldClientHandler(), position: .before(versionless))
        }
    }

    /// Bytes; the system keeps twice as much.
    private static let sendBufferLength = 128 << 10

    // A connection that ends before it was active is never inactive; its handlers are removed all the same.
    func handlerRemoved(context: ChannelHandlerContext) { connections.closed(context.channel) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !areAnswersOver else { return }
        var data = data
        switch unwrapInboundIn(data) {
        case .head(let head):
            connections.note(.requestBegan, on: context.channel)
            if openAnswers == 0 { tellToContinue(head, context) }
            openAnswers += 1
            data = wrapInboundOut(.head(Self.closing(head)))
        case .body(let bytes): connections.note(.requestGrew(bytes.readableBytes), on: context.channel)
        case .end: connections.note(.requestEnded, on: context.channel)
        }
        context.fireChannelRead(data)
    }

    /// A client that asks so waits with its body until it hears that it is wanted, or for a second (RFC 9110, 10.1.1). Not while an answer is
    /// under way, which it would be read into.
    private func tellToContinue(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        guard head.headerFields[.expect]?.lowercased() == "100-continue" else { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    /// With "close" as Hummingbird compares it, where that is among what a client says of its connection in whatever case.
    private static func closing(_ head: HTTPRequest) -> HTTPRequest {
        let options = (head.headerFields[.connection] ?? "").lowercased().split { $0 == "," || $0 == " " }
        guard options.contains("close") else { return head }
        var head = head
        head.headerFields[.connection] = "close"
        return head
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if areAnswersOver { context.read() }
        context.fireChannelReadComplete()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        context.close(mode: mode, promise: promise)
        guard mode == .output, !areAnswersOver else { return }
        areAnswersOver = true
        connections.note(.answersOver, on: context.channel)
        context.read()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let move: OpenConnections.Move
        if case .end = unwrapOutboundIn(data) {
            move = .answerEnded
            openAnswers = max(0, openAnswers - 1)
        } else {
            move = .answerMoved
        }
        connections.note(.answerGrew, on: context.channel)
        // When it is with the system, and not when it waits for a slow reader.
        let written = promise ?? context.eventLoop.makePromise()
        let channel = context.channel
        written.futureResult.whenSuccess { [connections] in connections.note(move, on: channel) }
        context.write(data, promise: written)
    }
}
