internal import HTTPTypes
internal import Hummingbird

/// Headers that every answer has: no inline script, no embedding, no guessing of types, no referrer.
struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
    private static var policy: String {
        [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:",
            "media-src 'self' blob:", "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'", "require-trusted-types-for 'script'",
        ].joined(separator: "; ")
    }

    // The names are valid, so the initializers return them.
    static var crossOriginResourcePolicy: HTTPField.Name { HTTPField.Name("Cross-Origin-Resource-Policy")! }
    private static var referrerPolicy: HTTPField.Name { HTTPField.Name("Referrer-Policy")! }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[Self.crossOriginResourcePolicy] == nil {
            response.headers[Self.crossOriginResourcePolicy] = "same-origin"
        }
        response.headers[Self.referrerPolicy] = "no-referrer"
        return response
    }
}
