internal import Hummingbird
internal import NIOCore
internal import SessionStorage

/// The context of a request, which includes its connection.
struct PageContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// The client that makes the request, by its token; nil: the owner, or not known.
    var client: Client?
    /// The owner's sign-in, on routes that `OwnerGuard` guards.
    var signIn: StoredSignIn?
    /// The client's session that a page is for; nil if there is none.
    var picking: StoredSession?
    /// The key of the library that a page is for; nil: the server's first.
    var library: String?
    /// Notices when the connection is closed.
    var disconnects: DisconnectWatch?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}

/// Passes the watch over the server's connections to its routes.
struct WatchedConnections: RouterMiddleware {
    let watch: DisconnectWatch

    func handle(
        _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.disconnects = watch
        return try await next(request, context)
    }
}

extension RouterMethods<PageContext> {
    /// Adds a route that only reads. Its work ends when the client disconnects, unless others wait for the same work.
    func reading(
        _ path: RouterPath, use handler: @escaping @Sendable (Request, PageContext) async throws -> Response
    ) {
        get(path) { request, context in
            guard let watch = context.disconnects else { return try await handler(request, context) }
            return try await watch.run(on: context.channel) { try await handler(request, context) }
        }
    }
}

extension PageContext {
    /// The path of the page's routes: those of a client's session are below the session, those of a library below its
    /// key.
    var pageRoot: String {
        let root = library.map { "/picker/v1/libraries/\($0)" } ?? "/picker/v1"
        return picking.map { "\(root)/sessions/\($0.identifier)" } ?? root
    }
}
