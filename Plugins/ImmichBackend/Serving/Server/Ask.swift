internal import HTTPClient
internal import PhotoModel

/// A request to a server.
struct Ask: Sendable {
    /// The most bytes of a JSON document that is kept as a whole.
    static let mostDocumentBytes = 64 << 20

    let method: String
    /// The endpoint without "/api", with its query.
    let endpoint: String
    let body: JSON?
    /// The most bytes of the answer.
    let limit: Int
    let part: HTTPRequest.Part?
    /// Whether the answer is a JSON document.
    let isDocument: Bool

    private init(_ method: String, _ endpoint: String, _ body: JSON? = nil, limit: Int = Ask.mostDocumentBytes) {
        (self.method, self.endpoint, self.body, self.limit, part) = (method, endpoint, body, limit, nil)
        isDocument = true
    }

    private init(file endpoint: String, _ limit: Int, _ part: HTTPRequest.Part?) {
        (method, self.endpoint, body, self.limit, self.part) = ("GET", endpoint, nil, limit, part)
        isDocument = false
    }

    static func get(_ endpoint: String) -> Ask { Ask("GET", endpoint) }
    static func post(_ endpoint: String, _ body: JSON) -> Ask { Ask("POST", endpoint, body) }
    static func put(_ endpoint: String, _ body: JSON) -> Ask { Ask("PUT", endpoint, body) }

    /// The most bytes of an album with all its assets, each of which has about two thousand.
    static let mostAlbumBytes = 256 << 20

    /// An album with all its assets, which the server sends at once, however many there are.
    static func wholeAlbum(_ album: ImmichID) -> Ask {
        Ask("GET", "/albums/\(album.uuid)?withoutAssets=false", limit: mostAlbumBytes)
    }

    /// A request for a file, not a JSON document.
    static func file(_ endpoint: String, limit: Int, part: HTTPRequest.Part? = nil) -> Ask {
        Ask(file: endpoint, limit, part)
    }
}
