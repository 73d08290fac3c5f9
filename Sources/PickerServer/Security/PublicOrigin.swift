internal import FoundationEssentials
internal import Platform
internal import SessionStorage

/// An address at which other machines reach a server, from `--public-url`.
///
/// It tells what the Host header of a browser's request must be, and whether the connection is encrypted. Headers that
/// a proxy adds are not trusted.
public struct PublicOrigin: Hashable, Sendable {
    /// `http` or `https`.
    public let scheme: String
    /// The host and, unless it is the standard port of the scheme, the port, in lower case: `photos.example`.
    public let authority: String

    /// Parses `https://photos.example`, with or without a slash at the end; nil if it is not an origin, or has more
    /// than one.
    public init?(_ text: String) {
        var origin = text.lowercased()
        if origin.hasSuffix("/") { origin.removeLast() }
        for (scheme, port) in [("https", ":443"), ("http", ":80")] where origin.hasPrefix("\(scheme)://") {
            if origin.hasSuffix(port) { origin.removeLast(port.count) }
            let authority = IPv6Text.canonical(authority: String(origin.dropFirst(scheme.count + 3)))
            guard WebOrigin.isValid("\(scheme)://\(authority)") else { return nil }
            (self.scheme, self.authority) = (scheme, authority)
            return
        }
        return nil
    }

    /// The origin as browsers write it: `https://photos.example`.
    public var text: String { "\(scheme)://\(authority)" }

    /// Whether only encrypted requests arrive by it.
    public var isEncrypted: Bool { scheme == "https" }

    /// Whether the value of a Host header means this address.
    func isMeant(by host: String) -> Bool {
        let host = IPv6Text.canonical(authority: host.lowercased())
        return host == authority || host == authority + (isEncrypted ? ":443" : ":80")
    }

    /// The port that browsers connect to.
    var port: Int {
        // An IPv6 address contains colons, inside brackets.
        let digits = authority.hasSuffix("]") ? nil : Self.afterColon(authority)
        return digits ?? (isEncrypted ? 443 : 80)
    }

    private static func afterColon(_ text: String) -> Int? {
        text.lastIndex(of: ":").flatMap { Int(text[text.index(after: $0)...]) }
    }
}
