internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import PhotoDocuments
internal import PhotoModel
internal import PickerHost

/// A refusal over HTTP: `{"error":{"code","status","message"}}`, in the codes of google.rpc.Code where they fit.
struct ServerError: HTTPResponseError {
    let status: HTTPResponse.Status
    let name: String
    let message: String

    init(_ status: HTTPResponse.Status, _ name: String, _ message: String) {
        self.status = status
        self.name = name
        self.message = message
    }

    private struct Document: Encodable {
        struct Body: Encodable {
            let code: Int
            let status: String
            let message: String
        }
        let error: Body
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        let document = Document(error: .init(code: status.code, status: name, message: message))
        return try Response.json(document, status: status)
    }
}

extension ServerError {
    static func invalidArgument(_ message: String) -> ServerError {
        ServerError(.badRequest, "INVALID_ARGUMENT", message)
    }

    static func failedPrecondition(_ message: String) -> ServerError {
        ServerError(.badRequest, "FAILED_PRECONDITION", message)
    }

    static func notFound(_ message: String) -> ServerError { ServerError(.notFound, "NOT_FOUND", message) }

    /// What the host says, as HTTP says it.
    init(_ error: PhotoError) {
        let status: HTTPResponse.Status =
            switch error.status {
            case .invalidArgument: .badRequest
            case .notFound: .notFound
            case .accessDenied: .forbidden
            case .changed: .conflict
            case .unsupported: .notImplemented
            case .unsupportedFormat, .corruptMedia: .unsupportedMediaType
            case .tooLarge: .contentTooLarge
            case .outOfMemory, .closed: .serviceUnavailable
            case .deadline: .gatewayTimeout
            default: .internalServerError
            }
        self.init(status, error.status.name, error.message)
    }
}

extension Response {
    /// A JSON document that nobody stores.
    static func json(_ document: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let bytes = try JSONText().bytes(document)
        return Response(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
