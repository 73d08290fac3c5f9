internal import Hummingbird

/// Makes a browser forget its sign-in soon after the session of `picker pick` has ended.
///
/// Each of these servers has a cookie with a name of its own, since cookies do not depend on ports. A browser would
/// keep all of them, and send them to every server on this machine, until others refuse requests with heads of that
/// size, or until there is no room for the cookie of `serve`.
struct EndedSignIn: RouterMiddleware {
    let signIn: SignIn
    let cookie: OwnerCookie
    /// The session of the server's own page. On a server for browsing it never ends.
    let session: SessionCoordinator

    func handle(
        _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard request.method == .post, response.status == .ok, !session.isPending else { return response }
        for value in cookie.values(in: request)
        where try await signIn.signIn(cookies: [value], proof: request.browserProof) != nil {
            response.setCookie(cookie.ending(value, for: request))
        }
        return response
    }
}
