internal import NIOCore
internal import NIOHTTP1

/// Takes the host of a request from its target, if that is a whole address, `http://HOST/PATH`, as proxies get it: it counts instead of the
/// Host field (RFC 9112, section 3.2.2), and a proxy in front of this server may have gone by it. It is in the pipeline of a connection, at a
/// place where targets are still as they came: later handlers see the path alone.
final class WholeAddressHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // With no Host field, or with two, it is a bad request in any case.
        guard case .head(var head) = unwrapInboundIn(data), let host = Self.host(of: head.uri),
            head.headers["Host"].count == 1
        else { return context.fireChannelRead(data) }
        head.headers.replaceOrAdd(name: "Host", value: host)
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private static func host(of target: String) -> String? {
        guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return nil }
        return String(target[scheme.upperBound...].prefix { !"/?#".contains($0) })
    }
}
