public import PhotoModel

/// A request to a server.
public struct HTTPRequest {
    /// The content that is sent.
    public enum Body {
        case none
        case bytes([UInt8])
        /// Read while it is sent, on the calling thread, until `next` returns nil. `length` is nil if it is not known.
        case stream(length: Int64?, next: () throws(PhotoError) -> [UInt8]?)
    }

    /// "GET", "POST" and so on.
    public var method: String
    /// The address of the resource.
    public var address: HTTPAddress
    /// Names and values.
    public var headers: [(name: String, value: String)]
    /// The content that is sent.
    public var body: Body
    /// The most bytes of the answer; if there are more, the error is `HTTPError.tooLarge`.
    public var limit: Int
    /// Whether the beginning of an answer is accepted if it is larger, or, for a request that is sent alone, if it is not
    /// complete at the deadline: what was received by then is returned, possibly nothing of the body, and the connection is
    /// closed.
    public var isBeginningEnough = false
    /// The bytes of the resource to request; nil: all.
    public var part: Part?
    /// The addresses that may be connected to.
    public var reach = Reach.all

    /// The IP addresses that may be connected to, whatever the host's name is.
    public enum Reach: Sendable {
        case all
        /// Addresses of the public network.
        case publicNetwork
        /// Also those of this machine and of private networks, but not link-local ones (169.254.0.0/16, fe80::/10).
        case publicAndPrivateNetworks
    }

    /// A range of bytes of a resource.
    public struct Part: Hashable, Sendable {
        /// The offset from the beginning.
        public var offset: Int64
        /// The number of bytes; at least 1.
        public var count: Int

        /// The offset of its last byte, limited to the largest number.
        var last: Int64 {
            let (sum, isOverflow) = offset.addingReportingOverflow(Int64(count - 1))
            return isOverflow ? .max : sum
        }

        /// - Parameters:
        ///   - offset: the offset from the beginning.
        ///   - count: the number of bytes; at least 1.
        public init(offset: Int64, count: Int) {
            self.offset = offset
            self.count = count
        }
    }

    /// - Parameters:
    ///   - method: "GET", "POST" and so on.
    ///   - address: the address of the resource.
    ///   - headers: names and values, without line ends.
    ///   - body: the content that is sent.
    ///   - limit: the most bytes of the answer.
    ///   - part: the bytes to request; nil: all.
    public init(
        _ method: String = "GET", _ address: HTTPAddress, headers: [(name: String, value: String)] = [],
        body: Body = .none, limit: Int, part: Part? = nil
    ) {
        self.method = method
        self.address = address
        self.headers = headers
        self.body = body
        self.limit = limit
        self.part = part
    }
}

/// The answer of a server, whatever its status is.
public struct HTTPResponse: Sendable {
    /// The status code, 200…599.
    public let status: Int
    /// The address that answered, which after redirects is not that of the request.
    public let address: HTTPAddress
    /// The body.
    public let bytes: [UInt8]
    private let headers: [String: String]

    init(status: Int, address: HTTPAddress, head: [UInt8], bytes: [UInt8]) {
        self.status = status
        self.address = address
        self.bytes = bytes
        headers = Self.headers(in: head)
    }

    /// The value of a header field; the last one if there are several.
    public func header(_ name: String) -> String? { headers[name.lowercased()] }

    private static func headers(in head: [UInt8]) -> [String: String] {
        var headers: [String: String] = [:]
        for line in head.split(separator: UInt8(ascii: "\n")).dropFirst() {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
            headers[String(decoding: line[..<colon], as: UTF8.self).lowercased()] = value.trimmed
        }
        return headers
    }
}

extension String {
    /// The text without whitespace at its ends.
    fileprivate var trimmed: String {
        let rest = drop { $0.isWhitespace }
        guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(rest[...last])
    }
}
