internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import SessionStorage

/// A refusal over HTTP: `{"error":{"code","status","message","details"}}`, with the codes of google.rpc.Code where they
/// fit.
struct ServerError: HTTPResponseError {
    let status: HTTPResponse.Status
    let name: String
    let message: String
    /// How many seconds the client should wait before it asks again; nil if that is not known.
    var retryAfter: Int64?
    /// Distinguishes refusals of one status for programs, in the form of google.rpc.ErrorInfo. The page shows it in its
    /// reader's language, so its catalogues have each reason.
    var reason: String?
    /// Details of the reason by name, as in ErrorInfo.
    var metadata: [String: String] = [:]
    /// Further header fields of the answer.
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ name: String, _ message: String, reason: String? = nil) {
        self.status = status
        self.name = name
        self.message = message
        self.reason = reason
    }

    private struct Document: Encodable {
        struct Detail: Encodable {
            let type = "type.googleapis.com/google.rpc.ErrorInfo"
            let reason: String
            let domain = "picker"
            /// Nil if there is none.
            let metadata: [String: String]?

            private enum CodingKeys: String, CodingKey {
                case type = "@type"
                case reason, domain, metadata
            }
        }
        struct Body: Encodable {
            let code: Int
            let status: String
            let message: String
            let details: [Detail]
        }
        let error: Body
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        AccessMetrics.count(self, for: request)
        let details = reason.map { [Document.Detail(reason: $0, metadata: metadata.isEmpty ? nil : metadata)] } ?? []
        let document = Document(error: .init(code: status.code, status: name, message: message, details: details))
        var response = try Response.json(document, status: status)
        for field in headers { response.headers.append(field) }
        if let retryAfter { response.headers[.retryAfter] = String(max(1, retryAfter)) }
        return response
    }
}

extension ServerError {
    static func invalidArgument(_ message: String, reason: String? = nil) -> ServerError {
        ServerError(.badRequest, "INVALID_ARGUMENT", message, reason: reason)
    }

    static func failedPrecondition(_ message: String, reason: String? = nil) -> ServerError {
        ServerError(.badRequest, "FAILED_PRECONDITION", message, reason: reason)
    }

    static func unavailable(_ message: String) -> ServerError {
        ServerError(.serviceUnavailable, "UNAVAILABLE", message)
    }

    static func notFound(_ message: String, reason: String? = nil) -> ServerError {
        ServerError(.notFound, "NOT_FOUND", message, reason: reason)
    }

    /// - Parameter allowed: the methods that the address has.
    static func methodNotAllowed(_ allowed: [String]) -> ServerError {
        let methods = allowed.joined(separator: ", ")
        var error = ServerError(.methodNotAllowed, "UNIMPLEMENTED", "the methods of this address are: \(methods)")
        error.headers[.allow] = methods
        return error
    }

    /// The request is for another host (DNS rebinding).
    static let misdirected = ServerError(
        .init(code: 421, reasonPhrase: "Misdirected Request"), "INVALID_ARGUMENT",
        "this server does not answer to that host name")

    /// The connection, or its sending half, was closed before the answer. The status is that of google.rpc's code and
    /// of nginx.
    static let cancelled = ServerError(
        .init(code: 499, reasonPhrase: "Client Closed Request"), PhotoStatus.cancelled.name,
        "the connection was closed before the answer, which ended the work for it")

    /// The session of another program does not exist any more.
    static var sessionGone: ServerError {
        notFound(
            "this request for photos is gone: the program that made it has withdrawn it", reason: "SESSION_GONE")
    }

    /// Makes the refusal for a session's error.
    init(_ error: PickingSessionError) {
        self = .failedPrecondition(String(describing: error), reason: error.reason)
    }

    /// Makes the refusal for an error of the host.
    init(_ error: PhotoError) {
        let status: HTTPResponse.Status =
            switch error.status.understood {
            case .invalidArgument: .badRequest
            case .notFound: .notFound
            // What the storage asks of a person has nothing to do with how this client signed in: never 401.
            case .accessDenied, .signInRequired, .consentRequired, .networkNotAllowed: .forbidden
            case .changed, .alreadyExists: .conflict
            case .unsupported: .notImplemented
            case .unsupportedFormat, .corruptMedia: .unsupportedMediaType
            case .tooLarge: .contentTooLarge
            case .outOfMemory, .closed, .io, .offline, .busy, .stopped: .serviceUnavailable
            case .rateLimited: .tooManyRequests
            case .noSpace, .quota: .init(code: 507, reasonPhrase: "Insufficient Storage")
            case .deadline: .gatewayTimeout
            case .cancelled: Self.cancelled.status
            default: .internalServerError
            }
        self.init(status, error.status.name, error.message)
        retryAfter = error.secondsToRetry
    }
}

extension PickingSessionError {
    /// The reason's name for programs.
    fileprivate var reason: String {
        switch self {
        case .notPending(.expired): "SESSION_EXPIRED"
        case .notPending: "SESSION_ENDED"
        case .overLimit: "OVER_LIMIT"
        case .belowMinimum: "BELOW_MINIMUM"
        case .mediaTypeNotAllowed: "MEDIA_TYPE_NOT_ALLOWED"
        case .wholeAlbumsNotAllowed: "WHOLE_ALBUMS_NOT_ALLOWED"
        }
    }
}

extension ServerError {
    /// Makes the refusal for an error of the store. It does not say where the store is; the log does.
    init(_ error: SessionStoreError) {
        switch error {
        case .tooManySessions:
            self.init(.tooManyRequests, "RESOURCE_EXHAUSTED", "too many sessions: delete those that are done")
        case .tooManyPreselected:
            self.init(
                .tooManyRequests, "RESOURCE_EXHAUSTED",
                "too many photos are preselected in your pending sessions: delete those that are not needed")
        default: self = .unavailable("the server cannot keep sessions now")
        }
    }
}

extension Response {
    /// A JSON document that caches do not store.
    static func json(_ document: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        json(text: try JSONText().bytes(document), status: status)
    }

    /// - Parameter text: the encoded document.
    static func json(text: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: text)))
    }
}
