internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import SessionStorage

/// Lets the signed-in owner pass and no other client.
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
    /// What it shows besides its cookie. Only what reads may show the ticket, which is in addresses.
    var browserProof: BrowserProof {
        let isRead = method == .get || method == .head
        return BrowserProof(
            secret: headers[OriginGuard<PageContext>.pageHeader],
            ticket: isRead ? query("ticket") : nil)
    }
}
