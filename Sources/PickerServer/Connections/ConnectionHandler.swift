internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1

/// Reports what a connection is doing, in its pipeline, and reads the connection to its end after the last answer.
///
/// Closing a connection on which unread bytes have arrived would break off the answer that is being sent. And a client
/// that sends everything before it reads, as most do, would wait for ever for a server that neither reads nor closes.
/// So what arrives after the last answer is read and thrown away, for a while (RFC 9112, section 9.6).
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let connections: OpenConnections
    private var areAnswersOver = false
    /// The number of requests that arrived and whose answer has not ended.
    private var openAnswers = 0

    init(_ connections: OpenConnections) { self.connections = connections }

    func handlerAdded(context: ChannelHandlerContext) {
        // The system reports progress only when a third of this buffer is free. By itself the buffer may grow to
        // megabytes, and then a client that reads slowly looks like one that does not read.
        try? context.channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: Self.sendBufferLength)
        connections.opened(context.channel)
        let pipeline = context.pipeline.syncOperations
        try? UpgradeOfferHandler.add(to: pipeline)
        if let versionless = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
            try? pipeline.addHandler(OldClientHandler(), position: .before(versionless))
            try? pipeline.addHandler(WholeAddressHandler(), position: .before(versionless))
        }
    }

    /// In bytes; the system allocates twice as much.
    private static let sendBufferLength = 128 << 10

    // A connection that ends before it was active never becomes inactive, but its handlers are always removed.
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

    /// Tells a client that asked for it to send its body: it waits for that, or for a second (RFC 9110, section
    /// 10.1.1). Not while an answer is being sent, since the client would take this for a part of it.
    private func tellToContinue(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        guard head.headerFields[.expect]?.lowercased() == "100-continue" else { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    /// Writes "close" in the form that Hummingbird compares with, if the client sent it in another case or in a list.
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
        // Completed when the part has been passed to the system, not while it waits for a slow client.
        let written = promise ?? context.eventLoop.makePromise()
        let channel = context.channel
        written.futureResult.whenSuccess { [connections] in connections.note(move, on: channel) }
        context.write(data, promise: written)
    }
}
