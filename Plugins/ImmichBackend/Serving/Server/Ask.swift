internal import HTTPClient
internal import PhotoModel

/// One question to a server.
struct Ask: Sendable {
    /// Of a JSON document: more is no answer of Immich.
    static let mostDocumentBytes = 64 << 20

    let method: String
    /// Without "/api", with its query.
    let endpoint: String
    let body: JSON?
    /// Bytes of the answer.
    let limit: Int
    let part: HTTPRequest.Part?

    private init(_ method: String, _ endpoint: String, _ body: JSON?, _ limit: Int, _ part: HTTPRequest.Part?) {
        (self.method, self.endpoint, self.body, self.limit, self.part) = (method, endpoint, body, limit, part)
    }

    static func get(_ endpoint: String) -> Ask { Ask("GET", endpoint, nil, mostDocumentBytes, nil) }
    static func post(_ endpoint: String, _ body: JSON) -> Ask { Ask("POST", endpoint, body, mostDocumentBytes, nil) }
    static func put(_ endpoint: String, _ body: JSON) -> Ask { Ask("PUT", endpoint, body, mostDocumentBytes, nil) }

    /// Something that is no document.
    static func file(_ endpoint: String, limit: Int, part: HTTPRequest.Part? = nil) -> Ask {
        Ask("GET", endpoint, nil, limit, part)
    }

    /// Whether the answer is a document.
    var isDocument: Bool { limit == Self.mostDocumentBytes && part == nil }
}
