internal import Hummingbird

/// The cookie of a sign-in: its name, and what browsers may do with it.
struct OwnerCookie: Sendable {
    /// The port that the server is configured with. Cookies do not know ports, so two servers of one machine need two names.
    let port: Int
    /// Addresses that several servers may share, wherever each of them listens.
    let publicOrigins: [PublicOrigin]

    /// Values of the cookie that came with a request.
    func values(in request: Request) -> [String] { request.cookieValues(name(for: request)) }

    /// - Parameter value: nil: the browser is to forget it.
    func cookie(_ value: String?, for request: Request) -> Cookie {
        Cookie(
            name: name(for: request), value: value ?? "", maxAge: value == nil ? 0 : SignIn.lifetime, path: "/",
            secure: request.isEncrypted, httpOnly: true, sameSite: .lax)
    }

    /// With `__Host-`, browsers take it from encrypted answers of this very host alone (RFC 6265bis, section 4.1.3.2).
    private func name(for request: Request) -> String {
        if request.isEncrypted { return "__Host-picker_\(request.publicPort)" }
        let isPublic = publicOrigins.contains { $0.text == request.base }
        return "picker_\(isPublic ? request.publicPort : port)"
    }
}

extension Request {
    /// Whether it came by an address of `--public-url` that is encrypted; `OriginGuard` has found out.
    var isEncrypted: Bool { head.scheme == "https" }

    fileprivate var publicPort: Int { PublicOrigin(base)?.port ?? 443 }
}
