internal import HTTPClient
internal import PhotoModel

/// A request to a server.
struct Ask: Sendable {
    /// The most bytes of a JSON document; Immich sends none that is larger.
    static let mostDocumentBytes = 64 << 20

    let method: String
    /// The endpoint without "/api", with its query.
    let endpoint: String
    let body: JSON?
    /// The most bytes of the answer.
    let limit: Int
    let part: HTTPRequest.Part?

    private init(_ method: String, _ endpoint: String, _ body: JSON?, _ limit: Int, _ part: HTTPRequest.Part?) {
        (self.method, self.endpoint, self.body, self.limit, self.part) = (method, endpoint, body, limit, part)
    }

    static func get(_ endpoint: String) -> Ask { Ask("GET", endpoint, nil, mostDocumentBytes, nil) }
    static func post(_ endpoint: String, _ body: JSON) -> Ask { Ask("POST", endpoint, body, mostDocumentBytes, nil) }
    static func put(_ endpoint: String, _ body: JSON) -> Ask { Ask("PUT", endpoint, body, mostDocumentBytes, nil) }

    /// A request for a file, not a JSON document.
    static func file(_ endpoint: String, limit: Int, part: HTTPRequest.Part? = nil) -> Ask {
        Ask("GET", endpoint, nil, limit, part)
    }

    /// Whether the answer is a JSON document.
    var isDocument: Bool { limit == Self.mostDocumentBytes && part == nil }
}
