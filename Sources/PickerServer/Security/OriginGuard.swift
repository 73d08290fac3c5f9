internal import HTTPTypes
internal import Hummingbird

/// Refuses requests that another site made a browser send: a Host that is not ours (DNS rebinding), an Origin that is
/// not ours, and writes without the header that only our page sends (CSRF).
struct OriginGuard<Context: RequestContext>: RouterMiddleware {
    static var pageHeader: HTTPField.Name { HTTPField.Name("X-Picker")! }  // The name is a valid token.

    /// Host names that mean this server, without port; in lower case.
    let hosts: Set<String>

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority, hosts.contains(Self.hostName(of: authority)) else {
            throw ServerError(
                HTTPResponse.Status(code: 421, reasonPhrase: "Misdirected Request"), "INVALID_ARGUMENT",
                "this server does not answer to that host name")
        }
        if let origin = request.headers[.origin], !isOurs(origin, authority: authority) {
            throw ServerError(.forbidden, "PERMISSION_DENIED", "requests from other sites are refused")
        }
        let isRead = request.method == .get || request.method == .head
        guard isRead || request.headers[Self.pageHeader] != nil else {
            throw ServerError(.forbidden, "PERMISSION_DENIED", "the header X-Picker is missing")
        }
        return try await next(request, context)
    }

    private func isOurs(_ origin: String, authority: String) -> Bool {
        origin == "http://\(authority)" || origin == "https://\(authority)"
    }

    /// `[::1]:8420` → `::1`, `localhost:8420` → `localhost`.
    static func hostName(of authority: String) -> String {
        let text = authority.lowercased()
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            return String(text[text.index(after: text.startIndex)..<end])
        }
        return String(text.prefix { $0 != ":" })
    }
}
