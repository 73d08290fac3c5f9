internal import HTTPTypes
internal import Hummingbird
internal import Platform

/// Refuses requests that another site made a browser send: with a Host that is not ours (DNS rebinding), with an Origin
/// that is not ours, and writes without the header that only our page sends (CSRF).
struct OriginGuard<Context: RequestContext>: RouterMiddleware {
    static var pageHeader: HTTPField.Name { HTTPField.Name("X-Picker")! }  // The name is a valid token.

    private static var hostField: HTTPField.Name { HTTPField.Name("Host")! }  // The name is a valid token.

    /// The host names of this server, without ports, in lower case; IP addresses as browsers write them.
    let hosts: Set<String>
    /// The addresses at which other machines reach it.
    var publicOrigins: [PublicOrigin] = []

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        // The first Host field is the authority. A second one makes the request invalid (RFC 9112, section 3.2): a
        // proxy in front of this server may have checked the other one.
        guard let authority = request.head.authority, request.headers[Self.hostField] == nil,
            let name = Self.hostName(of: authority)
        else { throw ServerError.invalidArgument("a request has one Host, with a name and perhaps a port") }
        let own = publicOrigins.first { $0.isMeant(by: authority) }
        guard own != nil || hosts.contains(name) else { throw ServerError.misdirected }
        let request = request.known(as: own)
        // Programs are authenticated by their tokens, which no other site can make a browser send. Their own guard
        // checks the rest.
        if ClientRoutes.serves(request.uri.path) { return try await next(request, context) }
        if let origin = request.headers[.origin], !isOurs(origin, authority: authority, own) {
            throw ServerError(.forbidden, "PERMISSION_DENIED", refusal(of: origin))
        }
        let isRead = request.method == .get || request.method == .head
        guard isRead || request.headers[Self.pageHeader] != nil else {
            throw ServerError(.forbidden, "PERMISSION_DENIED", "the header X-Picker is missing")
        }
        return try await next(request, context)
    }

    private func isOurs(_ origin: String, authority: String, _ own: PublicOrigin?) -> Bool {
        if let own { return origin == own.text }
        return origin == "http://\(authority)" || origin == "https://\(authority)"
    }

    private func refusal(of origin: String) -> String {
        publicOrigins.contains { $0.text == origin }
            ? "the proxy does not pass the Host that the browser sent on" : "requests from other sites are refused"
    }

    /// `[::1]:8420` → `::1`, `localhost:8420` → `localhost`; nil if it is not a host with an optional port (RFC 3986,
    /// section 3.2).
    static func hostName(of authority: String) -> String? {
        let text = authority.lowercased()
        let name: Substring
        let rest: Substring
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            name = text[..<end].dropFirst()
            rest = text[text.index(after: end)...]
            guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == ":" || $0 == ".") }) else {
                return nil
            }
        } else {
            name = text.prefix { $0 != ":" }
            rest = text[name.endIndex...]
            guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-._~".contains($0)) })
            else { return nil }
        }
        return rest.isEmpty || isPort(rest) ? IPv6Text.canonical(String(name)) ?? String(name) : nil
    }

    /// Whether it is a colon and a port, which may be empty.
    private static func isPort(_ text: Substring) -> Bool {
        let digits = text.dropFirst()
        guard text.hasPrefix(":"), digits.allSatisfy({ ("0"..."9").contains($0) }) else { return false }
        return digits.isEmpty || Int(digits).map { $0 <= 65_535 } ?? false
    }
}

extension Request {
    /// Scheme, host and port by which the client reached this server, as checked by the guard.
    var base: String { "\(head.scheme ?? "http")://\(head.authority ?? "127.0.0.1")" }

    /// The request with the scheme and the host of the public URL by which it came; if it came by none, with the scheme
    /// `http` and its own host.
    fileprivate func known(as origin: PublicOrigin?) -> Request {
        var head = head
        head.scheme = origin?.scheme ?? "http"
        if let origin { head.authority = origin.authority }
        return Request(head: head, body: body)
    }
}
