public import PhotoModel
public import PickingSessions
package import SessionStorage

/// Where and for what a server runs.
public struct ServerConfiguration: Sendable {
    /// Address to bind; only loopback unless the command line says otherwise.
    public var host: String
    /// 0: any free port.
    public var port: Int
    /// Where others than this machine reach the server; empty: nowhere. The first is the one that links have.
    public var publicOrigins: [PublicOrigin] = []
    /// What people do on the page.
    public var purpose: Purpose
    /// Which program a page for picking says it is for; nil: none.
    public var asker: String?
    /// Takes what was picked on that page, before its session ends. What it throws is said on the page, where the selection stays.
    public var receive: @Sendable ([PickedAsset]) async throws(PhotoError) -> Void = { _ in }
    /// How many connections are open at once, and for how long without a request.
    public var connectionLimits: ConnectionLimits
    /// Whether the library's index is brought up to date while it is served, because opening the library did not.
    public var refreshesIndex = false
    /// Where the server listens for its owner's commands; nil: it does not.
    public var controls: ControlFolder?
    /// Where it gives its metrics, to all who can connect; nil: only to its owner.
    public var metricsAddress: (host: String, port: Int)?
    /// Where clients, their sessions and sign-ins outlive the server; nil: there are no clients, and sign-ins end with it.
    package var store: (any SessionStore)?
    /// What it counts in; nil: it counts nothing.
    public var metrics: MetricsRegistry?

    /// What the page is for.
    public enum Purpose: Sendable {
        /// Look around: `picker serve`.
        case browse
        /// Pick, once: `picker pick`.
        case pick(PickingConfiguration)
    }

    /// Loopback, the standard port and browsing by default.
    public init(
        host: String = "127.0.0.1", port: Int = 8420, purpose: Purpose = .browse,
        connectionLimits: ConnectionLimits = ConnectionLimits()
    ) {
        self.host = host
        self.port = port
        self.purpose = purpose
        self.connectionLimits = connectionLimits
    }

    /// `HOST:PORT`, `[IPV6]:PORT` or `:PORT`; nil when it is none of these.
    public static func parseListen(_ text: String) -> (host: String, port: Int)? {
        guard let colon = text.lastIndex(of: ":"), let port = parsePort(text[text.index(after: colon)...]) else {
            return nil
        }
        if colon == text.startIndex { return ("127.0.0.1", port) }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            let address = host.dropFirst().dropLast()
            return address.contains(":") ? (String(address), port) : nil
        }
        let isName = host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
        return isName ? (String(host), port) : nil
    }

    private static func parsePort(_ digits: Substring) -> Int? {
        guard digits.allSatisfy({ ("0"..."9").contains($0) }), let port = Int(digits) else { return nil }
        return (0...65_535).contains(port) ? port : nil
    }

    /// What is picked once; nil: people look around.
    var picking: PickingConfiguration? {
        if case .pick(let picking) = purpose { picking } else { nil }
    }

    /// Whether only this machine can connect.
    public var isLoopback: Bool {
        let isNumeric = host.allSatisfy { $0.isNumber || $0 == "." }
        return host == "localhost" || host == "::1" || host.hasPrefix("127.") && isNumeric
    }

    /// The host as it is written in a URL.
    static func urlHost(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}
