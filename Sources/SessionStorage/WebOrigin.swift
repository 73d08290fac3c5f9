internal import Platform

/// The origin of a web page as browsers write it (RFC 6454, section 6.2): scheme, host and, unless it is the scheme's
/// standard port, port.
package enum WebOrigin {
    /// Whether this is one of `http` or `https`, exactly as a browser would send it.
    package static func isValid(_ text: String) -> Bool {
        for (scheme, port) in [("https://", "443"), ("http://", "80")] where text.hasPrefix(scheme) {
            let authority = text.dropFirst(scheme.count)
            guard authority.utf8.count <= 255, authority == authority.lowercased()[...] else { return false }
            let (host, rest) = split(authority)
            guard let host, isHost(host) else { return false }
            return rest.isEmpty || rest.hasPrefix(":") && isPort(rest.dropFirst(), otherThan: port)
        }
        return false
    }

    private static func split(_ authority: Substring) -> (host: Substring?, rest: Substring) {
        guard authority.hasPrefix("[") else {
            let host = authority.prefix { $0 != ":" }
            return (host, authority[host.endIndex...])
        }
        guard let end = authority.firstIndex(of: "]") else { return (nil, "") }
        return (authority[...end], authority[authority.index(after: end)...])
    }

    private static func isHost(_ host: Substring) -> Bool {
        if host.hasPrefix("[") {
            let address = String(host.dropFirst().dropLast())
            return IPv6Text.canonical(address) == address
        }
        return !host.isEmpty && host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
    }

    private static func isPort(_ digits: Substring, otherThan usual: String) -> Bool {
        guard let port = Int(digits), (1...65_535).contains(port), String(port) == digits else { return false }
        return digits != usual
    }
}
