internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import PhotoModel

/// Replaces the messages of errors from below the server by fixed sentences for clients. Only the owner may see paths
/// and the messages of backends.
struct ClientWords: RouterMiddleware {
    func handle(
        _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as PhotoError where error.status != .cancelled {
            context.logger.info("a client's request failed", metadata: ["error": "\(error.message)"])
            let full = ServerError(error)
            var plain = ServerError(full.status, full.name, Self.sentence(full.status))
            plain.retryAfter = full.retryAfter
            throw plain
        }
    }

    private static func sentence(_ status: HTTPResponse.Status) -> String {
        switch status {
        case .badRequest: "the request cannot be answered as it is"
        case .notFound: "there is no such item for this client"
        case .forbidden: "the photos cannot be read now: their owner has to allow it"
        case .conflict: "the item changed while it was read: try again"
        case .notImplemented: "this server cannot do that"
        case .unsupportedMediaType: "the file is damaged, or of a format that this server does not know"
        case .contentTooLarge: "the item is too large for this server"
        case .serviceUnavailable, .tooManyRequests, .gatewayTimeout: "the photos are not available now: try again later"
        case _ where status.code == 507: "this server has no room for the file now: try again later"
        default: "something went wrong"
        }
    }
}
