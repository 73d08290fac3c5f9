internal import Hummingbird

/// The cookie of a sign-in: its name, and what browsers may do with it.
struct OwnerCookie: Sendable {
    /// The port in the server's configuration. Cookies do not depend on ports, so two servers of one machine need two
    /// names.
    let port: Int
    /// The public URLs, which several servers may share, whatever port each of them listens at.
    let publicOrigins: [PublicOrigin]
    /// Whether sign-ins outlive the server.
    let isKept: Bool

    /// Valid ports. If the system chooses a free port, the cookie gets a random number outside this range, so its name
    /// is different each time.
    private static let ports = 1...65_535
    /// For how many seconds other windows may still ask how a session ended.
    private static let endingTime = 60

    /// The most cookies that are looked up. No browser keeps more than 180 for a host.
    private static let mostValues = 200

    /// The values of the cookie in a request.
    func values(in request: Request) -> [String] {
        Array(request.cookieValues(name(for: request)).prefix(Self.mostValues))
    }

    /// - Parameter value: nil: the browser should forget the cookie.
    func cookie(_ value: String?, for request: Request) -> Cookie {
        guard let value else { return cookie("", maxAge: 0, for: request) }
        // If no server will know the sign-in or look for the cookie's name later, the browser should forget it when it
        // ends.
        let isKept = isKept && (Self.ports.contains(port) || isPublic(request))
        return cookie(value, maxAge: isKept ? SignIn.lifetime : nil, for: request)
    }

    /// The cookie that a browser has, with a short life, so that it is soon forgotten.
    func ending(_ value: String, for request: Request) -> Cookie {
        cookie(value, maxAge: Self.endingTime, for: request)
    }

    private func cookie(_ value: String, maxAge: Int?, for request: Request) -> Cookie {
        Cookie(
            name: name(for: request), value: value, maxAge: maxAge, path: "/", secure: request.isEncrypted,
            httpOnly: true, sameSite: .lax)
    }

    /// The cookie's name. With `__Host-`, browsers accept it only in encrypted answers of this very host (RFC 6265bis,
    /// section 4.1.3.2).
    private func name(for request: Request) -> String {
        if request.isEncrypted { return "__Host-picker_\(request.publicPort)" }
        return "picker_\(isPublic(request) ? request.publicPort : port)"
    }

    private func isPublic(_ request: Request) -> Bool { publicOrigins.contains { $0.text == request.base } }
}

extension Request {
    /// Whether the request came by an encrypted public URL, as `OriginGuard` has determined.
    var isEncrypted: Bool { head.scheme == "https" }

    fileprivate var publicPort: Int { PublicOrigin(base)?.port ?? 443 }
}
