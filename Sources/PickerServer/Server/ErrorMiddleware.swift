internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import PhotoModel
internal import PickerHost
internal import Platform
internal import SessionStorage

/// Turns every error into a JSON answer. Unexpected errors reveal nothing of the server's inside.
struct ErrorMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as PhotoError {
            return try ServerError(error).response(from: request, context: context)
        } catch let error as SessionStoreError {
            let reason = error.description
            if StoreErrorLog.shared.isNews(reason, at: MonotonicTime.now) { context.logger.error("\(reason)") }
            return try ServerError(error).response(from: request, context: context)
        } catch let error as ServerError {
            return try error.response(from: request, context: context)
        } catch let error as HTTPError {
            let name = error.status == .notFound ? "NOT_FOUND" : "INVALID_ARGUMENT"
            let message = error.body ?? (error.status == .notFound ? "there is nothing at this address" : "bad request")
            return try ServerError(error.status, name, message).response(from: request, context: context)
        } catch is CancellationError {
            // A client that closed only its sending half still reads.
            return try ServerError.cancelled.response(from: request, context: context)
        } catch {
            context.logger.error("unforeseen error", metadata: ["error": "\(error)"])
            return try ServerError(.internalServerError, "INTERNAL", "something went wrong; see the log")
                .response(from: request, context: context)
        }
    }
}
