public import PhotoModel
public import PickingSessions
internal import Platform
package import SessionStorage

/// How and for what a server runs.
public struct ServerConfiguration: Sendable {
    /// The address to bind; loopback unless the command line says otherwise.
    public var host: String
    /// The port; 0: any free port.
    public var port: Int
    /// The addresses at which other machines reach the server; empty if there are none. Links have the first one.
    public var publicOrigins: [PublicOrigin] = []
    /// What the page is used for.
    public var purpose: Purpose
    /// The name of the program that a page for picking shows; nil if there is none.
    public var asker: String?
    /// Called with what was picked on that page, before its session ends. If it throws, the page shows the error and
    /// keeps the selection.
    public var receive: @Sendable ([PickedAsset]) async throws(PhotoError) -> Void = { _ in }
    /// How many connections may be open at once, and how long they may take for what.
    public var connectionLimits: ConnectionLimits
    /// Whether the server brings the library's index up to date, because opening the library did not.
    public var refreshesIndex = false
    /// The folder in which the server listens for its owner's commands; nil: it does not.
    public var controls: ControlFolder?
    /// The address at which everyone who can connect gets its metrics; nil: only its owner gets them.
    public var metricsAddress: (host: String, port: Int)?
    /// Stores clients, their sessions and sign-ins, so that they outlive the server; nil: there are no clients, and
    /// sign-ins end with the server.
    package var store: (any SessionStore)?
    /// The registry of its metrics; nil: nothing is counted.
    public var metrics: MetricsRegistry?

    /// What the page is for.
    public enum Purpose: Sendable {
        /// Browsing: `picker serve`.
        case browse
        /// Picking, once: `picker pick`.
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

    /// Parses `HOST:PORT`, `[IPV6]:PORT` or `:PORT`; nil if it is none of these.
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

    /// The rules for picking; nil if the server is for browsing.
    var picking: PickingConfiguration? {
        if case .pick(let picking) = purpose { picking } else { nil }
    }

    /// Whether only this machine can connect.
    public var isLoopback: Bool {
        let host = IPv6Text.canonical(host) ?? host.lowercased()
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        // With one part more it is a name, which may lead anywhere.
        let isNumeric =
            (2...4).contains(parts.count)
            && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { ("0"..."9").contains($0) } }
        return host == "localhost" || host == "::1" || parts[0] == "127" && isNumeric
    }

    /// The names by which this machine reaches the server, without ports, in lower case; IP addresses as browsers write
    /// them.
    var ownHosts: Set<String> {
        let host = host.lowercased()
        return ["127.0.0.1", "localhost", "::1", IPv6Text.canonical(host) ?? host]
    }

    /// The host in the form that URLs have.
    static func urlHost(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}
