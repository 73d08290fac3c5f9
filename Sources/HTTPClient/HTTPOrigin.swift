/// The server that a client connects to: scheme, host and port. A secret is sent to one origin only.
public struct HTTPOrigin: Hashable, Sendable {
    /// "http" or "https".
    public let scheme: String
    /// In lower case; an IPv6 address has its brackets.
    public let host: String
    /// The given port, or the standard one of the scheme.
    public let port: Int

    /// The origin as in an address: without the port if it is the standard one of the scheme.
    public var text: String { "\(scheme)://\(authority)" }

    /// The host, and the port unless it is the standard one of the scheme.
    public var authority: String { port == Self.port(of: scheme) ? host : "\(host):\(port)" }

    /// - Parameters:
    ///   - scheme: "http" or "https", in any case.
    ///   - authority: a host with or without a port, but without a user and a password.
    public init?(scheme: String, authority: String) {
        let scheme = scheme.lowercased()
        guard let standard = Self.port(of: scheme), let parts = Self.split(authority) else { return nil }
        guard parts.port.map({ (1...65535).contains($0) }) ?? true else { return nil }
        self.scheme = scheme
        host = parts.host.lowercased()
        port = parts.port ?? standard
    }

    private static func port(of scheme: String) -> Int? { ["https": 443, "http": 80][scheme] }

    private static func split(_ authority: String) -> (host: String, port: Int?)? {
        let end =
            authority.hasPrefix("[")
            ? authority.firstIndex(of: "]").map(authority.index(after:))
            : authority.firstIndex(of: ":") ?? authority.endIndex
        guard let end else { return nil }
        let host = authority[..<end]
        let rest = authority[end...]
        guard !host.isEmpty, host.utf8.count <= 255, host.utf8.allSatisfy(isOfHost) else { return nil }
        guard !rest.isEmpty else { return (String(host), nil) }
        guard rest.first == ":", let port = Int(rest.dropFirst()), rest.dropFirst().utf8.allSatisfy(isDigit) else {
            return nil
        }
        return (String(host), port)
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"): true
        default: isDigit(byte)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
