/// The address of a resource: an origin, and a path with its query.
public struct HTTPAddress: Hashable, Sendable {
    /// The server.
    public let origin: HTTPOrigin
    /// The path and the query, without a fragment. It begins with "/" and is percent-encoded.
    public let target: String

    /// The address as text.
    public var text: String { origin.text + target }

    /// - Parameters:
    ///   - origin: the server.
    ///   - target: a path with its query, percent-encoded.
    public init(origin: HTTPOrigin, target: String) {
        self.origin = origin
        self.target = target.hasPrefix("/") ? target : "/" + target
    }

    /// - Parameter text: an absolute address. The result is nil if it is not an address of HTTP, or has a user or a
    ///   password.
    public init?(_ text: String) {
        guard let colon = text.firstRange(of: "://") else { return nil }
        let rest = text[colon.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        guard let origin = HTTPOrigin(scheme: String(text[..<colon.lowerBound]), authority: String(rest[..<end])) else {
            return nil
        }
        let target = rest[end...].prefix { $0 != "#" }
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        self.init(origin: origin, target: target.first == "?" ? "/" + target : String(target))
    }

    /// The address to which a redirect from here leads; nil if it cannot be followed.
    public func following(_ location: String) -> HTTPAddress? {
        // A colon ends a scheme only if it is before the path: addresses of sign-ins have the way back in their query.
        if location.prefix(while: { !"/?#".contains($0) }).contains(":") { return HTTPAddress(location) }
        if location.hasPrefix("//") { return HTTPAddress(origin.scheme + ":" + location) }
        let path = target.prefix { $0 != "?" }
        let base: Substring =
            switch location.first {
            // Nothing, or a fragment alone, is this resource with its query (RFC 3986, section 5.2.2).
            case nil, "#": target[...]
            case "/": ""
            case "?": path
            default: path[...(path.lastIndex(of: "/") ?? path.startIndex)]
            }
        return HTTPAddress(origin.text + base + location)
    }
}

extension String {
    /// The text encoded as a part of a path or a query: everything but letters, digits and "-._~" is percent-encoded.
    public var percentEncoded: String {
        var bytes: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
