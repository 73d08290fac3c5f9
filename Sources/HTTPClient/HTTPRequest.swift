public import PhotoModel

/// What is asked of a server.
public struct HTTPRequest {
    /// What is sent along.
    public enum Body {
        case none
        case bytes([UInt8])
        /// Read while it is sent, on the calling thread; nil ends it. `length`: nil when it is not known yet.
        case stream(length: Int64?, next: () throws(PhotoError) -> [UInt8]?)
    }

    /// "GET", "POST" and so on.
    public var method: String
    /// What is asked for.
    public var address: HTTPAddress
    /// Names and values.
    public var headers: [(name: String, value: String)]
    /// What is sent along.
    public var body: Body
    /// Bytes of the answer at most; more are `HTTPError.tooLarge`.
    public var limit: Int
    /// Whether an answer that is larger is no failure: its beginning is taken, and the connection closed.
    public var isBeginningEnough = false
    /// The bytes that are wanted of the resource; nil: all.
    public var part: Part?
    /// Which addresses may be connected to.
    public var reach = Reach.all

    /// Which addresses may be connected to, whatever names they have.
    public enum Reach: Sendable {
        case all
        /// Those of the public network.
        case publicNetwork
        /// Those too of this machine and of private networks, but not those of the link (169.254.0.0/16, fe80::/10).
        case publicAndPrivateNetworks
    }

    /// Some bytes of a resource.
    public struct Part: Hashable, Sendable {
        /// From the beginning.
        public var offset: Int64
        /// At least 1.
        public var count: Int

        /// The place of its last byte, or the last place that there is a number for.
        var last: Int64 {
            let (sum, isOverflow) = offset.addingReportingOverflow(Int64(count - 1))
            return isOverflow ? .max : sum
        }

        /// - Parameters:
        ///   - offset: from the beginning.
        ///   - count: at least 1.
        public init(offset: Int64, count: Int) {
            self.offset = offset
            self.count = count
        }
    }

    /// - Parameters:
    ///   - method: "GET", "POST" and so on.
    ///   - address: what is asked for.
    ///   - headers: names and values, without line ends.
    ///   - body: what is sent along.
    ///   - limit: bytes of the answer at most.
    ///   - part: the bytes that are wanted; nil: all.
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

/// What a server answered, whatever its status.
public struct HTTPResponse: Sendable {
    /// 200…599
    public let status: Int
    /// What was answered for: not what was asked for when the server redirected.
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

    /// The value of a header; the last one of several.
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
    /// Without blanks and line ends around it.
    fileprivate var trimmed: String {
        let rest = drop { $0.isWhitespace }
        guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(rest[...last])
    }
}
