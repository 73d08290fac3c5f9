internal import Cryptography
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import PickerHost
internal import SessionStorage

/// Lets only requests with a client's token pass. The owner's cookie does not count here.
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

    /// Refuses requests from pages of other sites than the client's.
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

    /// The hash of the token of a request; nil if it has none.
    static func secret(in headers: HTTPFields) -> SHA256Digest? { token(in: headers).map { Secret.hash(of: $0) } }

    /// The token of a field `Bearer TOKEN` (RFC 6750, section 2.1), whose scheme may be in any case.
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
    /// The client that makes the request. For routes that `ClientGuard` guards.
    func requireClient() throws -> Client {
        guard let client else { throw ServerError(.unauthorized, "UNAUTHENTICATED", "the request has no token") }
        return client
    }
}
