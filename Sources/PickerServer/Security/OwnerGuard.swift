internal import HTTPTypes
internal import Hummingbird

/// Lets the signed-in owner pass and no other client.
struct OwnerGuard<Context: RequestContext>: RouterMiddleware {
    let signIn: SignIn
    let cookieName: String

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard try await signIn.isSignedIn(cookies: request.cookieValues(cookieName)) else {
            throw ServerError(
                .unauthorized, "UNAUTHENTICATED", "not signed in: open the link that picker printed in its terminal")
        }
        return try await next(request, context)
    }
}
