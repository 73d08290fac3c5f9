/// The address of a resource: an origin, and a path with its query.
public struct HTTPAddress: Hashable, Sendable {
    /// Whom to ask.
    public let origin: HTTPOrigin
    /// Begins with "/"; percent-encoded; with the query, without a fragment.
    public let target: String

    /// The address as text.
    public var text: String { origin.text + target }

    /// - Parameters:
    ///   - origin: whom to ask.
    ///   - target: a path with its query, percent-encoded.
    public init(origin: HTTPOrigin, target: String) {
        self.origin = origin
        self.target = target.hasPrefix("/") ? target : "/" + target
    }

    /// - Parameter text: absolute. Nil when it is no address of HTTP, or names a user or a password.
    public init?(_ text: String) {
        guard let colon = text.range(of: "://") else { return nil }
        let rest = text[colon.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        guard let origin = HTTPOrigin(scheme: String(text[..<colon.lowerBound]), authority: String(rest[..<end])) else {
            return nil
        }
        let target = rest[end...].prefix { $0 != "#" }
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        self.init(origin: origin, target: target.first == "?" ? "/" + target : String(target))
    }

    /// Where a redirect from here leads; nil when it says nothing that can be followed.
    public func following(_ location: String) -> HTTPAddress? {
        // Only before the path is it the end of a scheme: sign-ins are led to with the way back in the query.
        if location.prefix(while: { !"/?#".contains($0) }).hasSuffix(":") { return HTTPAddress(location) }
        if location.hasPrefix("//") { return HTTPAddress(origin.scheme + ":" + location) }
        let path = target.prefix { $0 != "?" }
        let base =
            location.hasPrefix("/")
            ? "" : location.hasPrefix("?") ? path : path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        return HTTPAddress(origin.text + base + location)
    }
}

extension String {
    /// The first place of `needle`.
    fileprivate func range(of needle: String) -> Range<Index>? {
        guard let start = indices.first(where: { self[$0...].hasPrefix(needle) }) else { return nil }
        return start..<index(start, offsetBy: needle.count)
    }

    /// The text as a part of a path or a query: everything but letters, digits and "-._~" percent-encoded.
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
