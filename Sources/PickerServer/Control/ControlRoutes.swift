internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import SessionStorage

/// What the server's owner asks and tells it over the control socket, with `picker ctl`.
struct ControlRoutes: Sendable {
    let status: @Sendable () -> StatusDocument
    let makeLink: @Sendable () async throws -> String?
    /// Swaps the backend; nil: this server does not swap.
    let swap: (@Sendable () async throws -> Void)?
    let metrics: MetricsRegistry?

    var router: Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        router.add(middleware: ErrorMiddleware())
        router.get("/status") { _, _ in try Response.json(status()) }
        router.post("/link") { _, _ in
            guard let link = try await link() else {
                throw ServerError.unavailable("the server does not listen yet")
            }
            return try Response.json(["link": link])
        }
        router.post("/swap") { _, _ in
            guard let swap else { throw ServerError.failedPrecondition("this server does not swap its backend") }
            try await swap()
            return try Response.json(status())
        }
        if let metrics { router.get("/metrics") { _, _ in metrics.response } }
        return router
    }

    /// The owner may see where the store is, and is the one who can fix what is wrong with it.
    private func link() async throws -> String? {
        do {
            return try await makeLink()
        } catch let error as SessionStoreError {
            throw PhotoError(error)
        }
    }
}

extension MetricsRegistry {
    /// The metrics as an answer to Prometheus.
    var response: Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
