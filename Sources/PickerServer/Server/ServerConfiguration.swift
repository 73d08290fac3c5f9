/// Where and for what a server runs.
public struct ServerConfiguration: Sendable {
    /// Address to bind; only loopback unless somebody says otherwise.
    public var host: String
    /// 0: any free port.
    public var port: Int
    /// What people do on the page.
    public var purpose: Purpose

    public enum Purpose: Sendable {
        /// Look around: `picker serve`.
        case browse
        /// Pick, once: `picker pick`.
        case pick(PickingConfiguration)
    }

    public init(host: String = "127.0.0.1", port: Int = 8420, purpose: Purpose = .browse) {
        self.host = host
        self.port = port
        self.purpose = purpose
    }

    /// `HOST:PORT`, `[IPV6]:PORT` or `:PORT`; nil when it is none of these.
    public static func parseListen(_ text: String) -> (host: String, port: Int)? {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard !host.isEmpty || colon == text.startIndex else { return nil }
        return (host.isEmpty ? "127.0.0.1" : host, port)
    }

    /// Whether only this machine can connect.
    public var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// The host as it stands in a URL.
    static func urlHost(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}
