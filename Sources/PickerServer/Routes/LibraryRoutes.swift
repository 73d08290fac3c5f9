internal import Hummingbird
internal import PhotoModel
internal import Platform

/// Lists all libraries of a server, and serves each at an address of its own.
final class LibraryRoutes: Sendable {
    let libraries: LibrarySet
    let pages: LibraryPages
    private let responders = Mutex<[String: any HTTPResponder<PageContext>]>([:])

    init(libraries: LibrarySet, pages: LibraryPages) {
        self.libraries = libraries
        self.pages = pages
    }

    /// - Parameter group: `/picker/v1`, which is only for the owner.
    func add(to group: RouterGroup<PageContext>) {
        group.get("libraries") { [self] request, _ in try Response.list(list, for: request) }
        // A library that is opened later gets its routes then; this route passes its requests on.
        group.get("libraries/:library/**") { [self] in try await passOn($0, $1) }
        group.post("libraries/:library/**") { [self] in try await passOn($0, $1) }
        group.delete("libraries/:library/**") { [self] in try await passOn($0, $1) }
    }

    private struct List: Encodable {
        let libraries: [Entry]
    }

    fileprivate struct Entry: Encodable {
        let key: String
        let title: String
        /// `ready`, `opening` or `unavailable`.
        let state: String
        /// Why it is unavailable: the name of a status, such as `OFFLINE`, and one line for users; otherwise null.
        @Nullable var status: String?
        @Nullable var message: String?
    }

    private var list: List {
        List(
            libraries: [Entry(libraries.firstKey, "", .open(libraries.first))]
                + libraries.others.map { Entry($0.key, $0.title, $0.state) })
    }

    private func passOn(_ request: Request, _ context: PageContext) async throws -> Response {
        let key = try context.parameters.require("library")
        if let away = away(key, for: request) { return try await away.respond(to: request, context: context) }
        return try await responder(key, for: context).respond(to: request, context: context)
    }

    /// Answers requests that need no open library, for a library that is not open; nil if it is open or the request
    /// needs it.
    private func away(_ key: String, for request: Request) -> (any HTTPResponder<PageContext>)? {
        // /picker/v1/libraries/KEY/…
        let path = request.uri.path.split(separator: "/")
        guard path.count > 4, AccessRoutes.serves(path[4]),
            let library = libraries.others.first(where: { $0.key == key && $0.state.library == nil })
        else { return nil }
        return responder(at: key) { pages.addRoutes(ofAway: library, to: $0) }
    }

    private func responder(_ key: String, for context: PageContext) async throws -> any HTTPResponder<PageContext> {
        if let known = responders.withLock({ $0[key] }) { return known }
        let made = responder(for: try await library(key, context), key)
        responders.withLock { $0[key] = made }
        return made
    }

    /// The library, which is waited for until the client disconnects.
    private func library(_ key: String, _ context: PageContext) async throws -> ServedLibrary {
        if key == libraries.firstKey { return libraries.first }
        guard let other = libraries.others.first(where: { $0.key == key }) else {
            throw ServerError.notFound("there is no such library here", reason: "LIBRARY_UNKNOWN")
        }
        guard let watch = context.disconnects else { return try await other.library() }
        return try await watch.run(on: context.channel) { try await other.library() }
    }

    private func responder(for library: ServedLibrary, _ key: String) -> any HTTPResponder<PageContext> {
        responder(at: key) { pages.addRoutes(of: library, to: $0) }
    }

    private func responder(
        at key: String, _ addRoutes: (RouterGroup<PageContext>) -> Void
    ) -> any HTTPResponder<PageContext> {
        let router = Router(context: PageContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ErrorMiddleware<PageContext>())
        let group = router.group("/picker/v1/libraries/\(key)").add(middleware: LibraryScope(key: key))
        addRoutes(group)
        return router.buildResponder()
    }
}

extension LibraryRoutes.Entry {
    /// - Parameter title: shown until the library says its own.
    fileprivate init(_ key: String, _ title: String, _ state: LibraryState) {
        self.init(
            key: key, title: state.library?.title ?? title, state: state.name, status: state.reason?.status.name,
            message: state.reason?.message)
    }
}

/// Notes which library a request is about.
private struct LibraryScope: RouterMiddleware {
    typealias Context = PageContext
    let key: String

    func handle(
        _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.library = key
        return try await next(request, context)
    }
}
