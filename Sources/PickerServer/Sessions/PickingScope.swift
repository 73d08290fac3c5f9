internal import Hummingbird
internal import PhotoModel
internal import SessionStorage

/// Puts the client's session that the address names into the context, for the routes of its page.
struct PickingScope: RouterMiddleware {
    let libraries: LibrarySet
    let store: any SessionStore

    func handle(
        _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        guard let identifier = context.parameters.get("session"),
            let session = try await store.session(identifier, now: .now), libraries.has(root: session.library)
        else { throw ServerError.sessionGone }
        var context = context
        context.picking = session
        return try await next(request, context)
    }
}
