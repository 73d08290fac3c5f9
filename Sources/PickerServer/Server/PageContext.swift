internal import Hummingbird
internal import NIOCore
internal import SessionStorage

/// What goes with each request: also the connection that it came on.
struct PageContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// Who asks, by its token; nil: the owner, or no one that is known.
    var client: Client?
    /// The owner's, for routes behind `OwnerGuard`.
    var signIn: StoredSignIn?
    /// The client's session that a page is for; nil: none.
    var picking: StoredSession?
    /// The key of the library that a page is for; nil: the server's first.
    var library: String?
    /// Tells when the connection goes.
    var disconnects: DisconnectWatch?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}

/// Makes the watch over the server's connections known to its routes.
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
    /// A route that only reads. Its work ends when who asked has gone, as far as no one else waits for the same.
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
    /// Where the page finds what is here: that of a client's session is below its session, that of a library below its key.
    var pageRoot: String {
        let root = library.map { "/picker/v1/libraries/\($0)" } ?? "/picker/v1"
        return picking.map { "\(root)/sessions/\($0.identifier)" } ?? root
    }
}
