internal import CoreMetrics
internal import HTTPTypes
internal import Hummingbird
internal import Platform

/// Counts requests by route, method and status, measures how long they take, and counts those in progress.
///
/// A request ends when its last byte was written, and also when its client disconnected or its answer has no body.
struct RequestMetrics<Context: RequestContext>: RouterMiddleware {
    private let active = ActiveRequests()
    private let ended = EndedRequests()

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let method = Self.known.contains(request.method) ? request.method.rawValue : "_OTHER"
        let measured = MeasuredRequest(active.meter(of: method), counts: ended, method)
        var response = try await next(request, context)
        measured.answer.withLock {
            // Everything that strangers ask for outside the routes is counted together.
            $0 = (route: context.endpointPath ?? "Unknown", status: response.status.code)
        }
        let body = response.body
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            defer { withExtendedLifetime(measured) {} }
            try await body.write(writer)
        }
        return response
    }

    /// The methods that this server has. Other methods are whatever strangers send.
    private static var known: Set<HTTPRequest.Method> {
        [.get, .head, .post, .put, .patch, .delete, .options]
    }
}

/// A request from its head to the end of its answer, however that ends.
private final class MeasuredRequest: Sendable {
    let answer = Mutex<(route: String, status: Int)?>(nil)
    private let begun = MonotonicTime.now
    private let meter: Meter
    private let counts: EndedRequests
    private let method: String

    init(_ meter: Meter, counts: EndedRequests, _ method: String) {
        self.meter = meter
        self.counts = counts
        self.method = method
        meter.increment()
    }

    deinit {
        meter.decrement()
        // If the handler threw, the server itself answered; the status is not known here.
        guard let answer = answer.withLock({ $0 }) else { return }
        let metrics = counts.metrics(of: .init(route: answer.route, method: method, status: answer.status))
        metrics.count.increment()
        metrics.time.recordNanoseconds(MonotonicTime.now - begun)
    }
}

/// The number of requests in progress, by method.
private final class ActiveRequests: Sendable {
    private let meters = Mutex<[String: Meter]>([:])

    func meter(of method: String) -> Meter {
        meters.withLock { meters in
            if let known = meters[method] { return known }
            let meter = Meter(label: "http.server.active_requests", dimensions: [("http.request.method", method)])
            meters[method] = meter
            return meter
        }
    }
}

/// The metrics of requests that have ended. Each kind of request is looked up in the registry only once.
private final class EndedRequests: Sendable {
    struct Kind: Hashable {
        let route: String
        let method: String
        let status: Int

        var dimensions: [(String, String)] {
            [("http.route", route), ("http.request.method", method), ("http.response.status_code", String(status))]
        }
    }

    struct Metrics: Sendable {
        let count: Counter
        let time: Timer
    }

    private let kinds = Mutex<[Kind: Metrics]>([:])

    func metrics(of kind: Kind) -> Metrics {
        kinds.withLock { kinds in
            if let known = kinds[kind] { return known }
            let metrics = Metrics(
                count: Counter(label: "hb.requests", dimensions: kind.dimensions),
                time: Timer(
                    label: "http.server.request.duration", dimensions: kind.dimensions, preferredDisplayUnit: .seconds))
            kinds[kind] = metrics
            return metrics
        }
    }
}
