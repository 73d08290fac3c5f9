internal import Cryptography
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import PickerHost
internal import SessionStorage

/// Lets a client with its token pass, and no one else: the owner's cookie counts nothing here.
struct ClientGuard: RouterMiddleware {
    let store: any SessionStore
    let connections: OpenConnections

    func handle(
        _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        guard let secret = Self.secret(in: request.headers), let client = try await store.client(withSecret: secret)
        else { throw Self.refusal }
        try Self.checkOrigin(of: request, for: client)
        connections.note(.client(client.identifier), on: context.channel)
        var context = context
        context.client = client
        return try await next(request, context)
    }

    /// Refuses a page of another site than the client's.
    static func checkOrigin(of request: Request, for client: Client) throws {
        if let origin = request.headers[.origin], origin != client.origin {
            throw ServerError(.forbidden, "PERMISSION_DENIED", "requests from other sites are refused")
        }
    }

    static var refusal: ServerError {
        var refusal = ServerError(
            .unauthorized, "UNAUTHENTICATED",
            "the request has no token of a client in its Authorization field: picker clients add NAME prints one")
        refusal.headers[.wwwAuthenticate] = "Bearer"
        return refusal
    }

    /// The hash of the token that a request has; nil: it has none.
    static func secret(in headers: HTTPFields) -> SHA256Digest? { token(in: headers).map { Secret.hash(of: $0) } }

    /// `Bearer TOKEN` (RFC 6750, section 2.1), with the scheme in any case.
    private static func token(in headers: HTTPFields) -> String? {
        let fields = headers[values: .authorization]
        guard fields.count == 1 else { return nil }
        let words = fields[0].split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        let token = words[1][...].withoutOuterBlanks
        return token.isEmpty || token.utf8.count > 512 ? nil : String(token)
    }
}

extension PageContext {
    /// Who asks; for routes behind `ClientGuard`.
    func requireClient() throws -> Client {
        guard let client else { throw ServerError(.unauthorized, "UNAUTHENTICATED", "the request has no token") }
        return client
    }
}
