internal import HTTPTypes
internal import Hummingbird

/// A router that knows the methods of each address, so that a request with another method is told which ones there are
/// (RFC 9110, section 15.5.6), instead of that there is nothing at the address.
final class RecordedRouter: RouterMethods {
    typealias Context = PageContext

    let router: Router<PageContext>
    /// By the text of the path.
    private var routes: [String: (path: RouterPath, methods: [HTTPRequest.Method])] = [:]

    /// HEAD exists where GET does.
    private static let methods: [HTTPRequest.Method] =
        [.get, .post, .put, .patch, .delete, .options, .trace] + others.compactMap { HTTPRequest.Method($0) }

    /// The other methods that SwiftNIO reads, as it writes them; most are those of WebDAV. No address has one.
    private static let others = [
        "ACL", "BIND", "CHECKOUT", "COPY", "LINK", "LOCK", "MERGE", "MKACTIVITY", "MKCALENDAR", "MKCOL", "MOVE",
        "MSEARCH", "NOTIFY", "PROPFIND", "PROPPATCH", "PURGE", "QUERY", "REBIND", "REPORT", "SEARCH", "SOURCE",
        "SUBSCRIBE", "UNBIND", "UNLINK", "UNLOCK", "UNSUBSCRIBE",
    ]

    init(_ router: Router<PageContext>) { self.router = router }

    @discardableResult
    func on<Responder: HTTPResponder>(
        _ path: RouterPath, method: HTTPRequest.Method, responder: Responder
    ) -> Self where Responder.Context == PageContext {
        routes[path.description, default: (path, [])].methods.append(method)
        router.on(path, method: method, responder: responder)
        return self
    }

    @discardableResult
    func add(middleware: any MiddlewareProtocol<Request, Response, PageContext>) -> Self {
        router.add(middleware: middleware)
        return self
    }

    /// Refuses the methods that addresses do not have. Call it after all routes were added.
    func refuseOtherMethods() {
        for (path, known) in routes.values {
            let allowed = Self.methods.filter(known.contains).flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }
            for method in Self.methods where !known.contains(method) {
                router.on(path, method: method) { _, _ -> Response in throw ServerError.methodNotAllowed(allowed) }
            }
        }
    }
}
