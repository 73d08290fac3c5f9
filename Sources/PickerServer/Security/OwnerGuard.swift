internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import SessionStorage

/// Lets only requests of the signed-in owner pass.
struct OwnerGuard: RouterMiddleware {
    let signIn: SignIn
    let cookie: OwnerCookie
    let connections: OpenConnections

    func handle(
        _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        guard let found = try await signIn.signIn(cookies: cookie.values(in: request), proof: request.browserProof)
        else {
            throw ServerError(
                .unauthorized, "UNAUTHENTICATED", "not signed in: open the link that picker printed in its terminal")
        }
        connections.note(.signIn(found.identifier), on: context.channel)
        var context = context
        context.signIn = found
        return try await next(request, context)
    }
}

extension Request {
    /// What the request presents besides its cookie. The ticket, which is part of addresses, counts only for requests
    /// that read.
    var browserProof: BrowserProof {
        let isRead = method == .get || method == .head
        return BrowserProof(
            secret: headers[OriginGuard<PageContext>.pageHeader],
            ticket: isRead ? query("ticket") : nil)
    }
}
