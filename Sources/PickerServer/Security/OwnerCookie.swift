internal import Hummingbird

/// The cookie of a sign-in: its name, and what browsers may do with it.
struct OwnerCookie: Sendable {
    /// The port that the server is configured with. Cookies do not know ports, so two servers of one machine need two names.
    let port: Int
    /// Addresses that several servers may share, wherever each of them listens.
    let publicOrigins: [PublicOrigin]
    /// Whether sign-ins outlive the server.
    let isKept: Bool

    /// Of a port that is free by chance there is another name each time.
    private static let ports = 1...65_535
    /// Seconds for which other windows may still ask how a session ended.
    private static let endingTime = 60

    /// More cookies no browser keeps for a host: 180 are the most. Each value is looked up in the store.
    private static let mostValues = 200

    /// Values of the cookie that came with a request.
    func values(in request: Request) -> [String] {
        Array(request.cookieValues(name(for: request)).prefix(Self.mostValues))
    }

    /// - Parameter value: nil: the browser is to forget it.
    func cookie(_ value: String?, for request: Request) -> Cookie {
        guard let value else { return cookie("", maxAge: 0, for: request) }
        // One that no server will know, or under a name that none will ask for, is for the browser to forget when it ends.
        let isKept = isKept && (Self.ports.contains(port) || isPublic(request))
        return cookie(value, maxAge: isKept ? SignIn.lifetime : nil, for: request)
    }

    /// The cookie that a browser has, for it to forget soon.
    func ending(_ value: String, for request: Request) -> Cookie {
        cookie(value, maxAge: Self.endingTime, for: request)
    }

    private func cookie(_ value: String, maxAge: Int?, for request: Request) -> Cookie {
        Cookie(
            name: name(for: request), value: value, maxAge: maxAge, path: "/", secure: request.isEncrypted,
            httpOnly: true, sameSite: .lax)
    }

    /// With `__Host-`, browsers take it from encrypted answers of this very host alone (RFC 6265bis, section 4.1.3.2).
    private func name(for request: Request) -> String {
        if request.isEncrypted { return "__Host-picker_\(request.publicPort)" }
        return "picker_\(isPublic(request) ? request.publicPort : port)"
    }

    private func isPublic(_ request: Request) -> Bool { publicOrigins.contains { $0.text == request.base } }
}

extension Request {
    /// Whether it came by an address of `--public-url` that is encrypted; `OriginGuard` has found out.
    var isEncrypted: Bool { head.scheme == "https" }

    fileprivate var publicPort: Int { PublicOrigin(base)?.port ?? 443 }
}
