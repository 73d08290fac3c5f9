public import PhotoModel

/// An HTTP client over libcurl: synchronous, on the threads of its callers, with a few connections that stay open.
///
/// It never connects to another origin than the one in a request, stores no cookies, uses no proxy, and always requires
/// a certificate that it trusts.
public final class HTTPClient: Sendable {
    /// The settings for all requests of a client.
    public struct Configuration: Sendable {
        /// The most connections at once, at least 1.
        public var connections: Int
        /// A file of trusted certificates in PEM format, instead of the system's; nil: the system's.
        public var certificates: String?
        /// The value of the User-Agent field.
        public var userAgent: String
        /// How long connecting may take.
        public var connectMilliseconds = 10_000
        /// How long a transfer may stall without a byte being sent or received.
        public var stallSeconds = 30

        /// - Parameters:
        ///   - connections: the most connections at once, at least 1.
        ///   - certificates: a file of certificates in PEM format; nil: the system's.
        ///   - userAgent: the value of the User-Agent field.
        public init(connections: Int, certificates: String? = nil, userAgent: String) {
            self.connections = max(1, connections)
            self.certificates = certificates
            self.userAgent = userAgent
        }
    }

    /// Whether a caller waits for the answers.
    public enum Urgency: Sendable {
        /// A caller waits for all of them.
        case waitedFor
        /// No one waits at the moment. The requests are sent in groups of this many, at least 1; before each group,
        /// requests for which callers wait go first.
        case inBackground(atOnce: Int = 1)
    }

    /// The time between two checks for cancellation.
    private static let stepMilliseconds = 20
    private static let mostRedirects = 3

    private let configuration: Configuration
    private let pool: LanePool

    /// - Parameter configuration: the settings for all requests.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        pool = LanePool(connections: configuration.connections)
    }

    /// Sends one request and waits for the answer.
    public func send(_ request: HTTPRequest, _ cancellation: Cancellation) throws(HTTPError) -> HTTPResponse {
        try send([request], cancellation)[0].get()
    }

    /// Sends several requests and waits for all answers. They are sent at once, as far as connections are free.
    ///
    /// - Throws: errors that end all requests: `.ended`, `.source`, `.outOfMemory`. Other errors are the results of
    ///   single requests.
    public func send(
        _ requests: [HTTPRequest], _ cancellation: Cancellation, urgency: Urgency = .waitedFor
    ) throws(HTTPError) -> [Result<HTTPResponse, HTTPError>] {
        guard case .inBackground(let atOnce) = urgency else {
            return try exchange(requests, cancellation, yields: false)
        }
        var results: [Result<HTTPResponse, HTTPError>] = []
        for first in stride(from: 0, to: requests.count, by: max(1, atOnce)) {
            let some = Array(requests[first...].prefix(max(1, atOnce)))
            results += try exchange(some, cancellation, yields: true)
        }
        return results
    }

    private func exchange(
        _ requests: [HTTPRequest], _ cancellation: Cancellation, yields: Bool
    ) throws(HTTPError) -> [Result<HTTPResponse, HTTPError>] {
        let lane = try pool.take(requests.count, cancellation, yields: yields)
        defer { pool.giveBack(lane) }
        var results: [Result<HTTPResponse, HTTPError>?] = requests.map { _ in nil }
        var waiting = requests.indices[...]
        var active: [(index: Int, transfer: Transfer)] = []
        defer { for (_, transfer) in active { lane.finish(transfer) } }
        while !active.isEmpty || !waiting.isEmpty {
            while active.count < lane.width, let index = waiting.popFirst() {
                active.append((index, try begin(Transfer(requests[index], configuration), in: lane)))
            }
            if let reason = cancellation.reason {
                guard reason == .deadline, requests.count == 1, let beginning = active.first?.transfer.beginning else {
                    throw .ended(reason)
                }
                return [.success(beginning)]
            }
            for (_, transfer) in active { try transfer.feed() }
            lane.step(milliseconds: Self.stepMilliseconds)
            let ended = active.filter(\.transfer.isEnded)
            guard !ended.isEmpty else { continue }
            active.removeAll(where: \.transfer.isEnded)
            for (index, transfer) in ended {
                lane.finish(transfer)
                if let next = try successor(of: transfer, result: &results[index]) {
                    active.append((index, try begin(next, in: lane)))
                }
            }
        }
        return results.map { $0 ?? .failure(.failed("the request had no end")) }
    }

    private func begin(_ transfer: Transfer?, in lane: Lane) throws(HTTPError) -> Transfer {
        guard let transfer, lane.begin(transfer) else { throw .outOfMemory }
        return transfer
    }

    /// The transfer that follows one that ended: a repetition, a redirect, or nil.
    private func successor(
        of transfer: Transfer, result: inout Result<HTTPResponse, HTTPError>?
    ) throws(HTTPError) -> Transfer? {
        if transfer.deservesRepetition {
            return Transfer(transfer.request, configuration, redirects: transfer.redirects, isRepeated: true)
        }
        do throws(HTTPError) {
            let response = try transfer.response()
            guard let request = try redirect(of: transfer, response) else {
                result = .success(response)
                return nil
            }
            return Transfer(request, configuration, redirects: transfer.redirects + 1)
        } catch {
            result = .failure(error)
            return nil
        }
    }

    private func redirect(of transfer: Transfer, _ response: HTTPResponse) throws(HTTPError) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.header("location") else {
            return nil
        }
        var request = transfer.request
        guard let address = request.address.following(location) else { throw .redirectedInCircles }
        guard address.origin == request.address.origin else { throw .redirected(address.origin) }
        guard transfer.redirects < Self.mostRedirects, request.method == "GET" else { throw .redirectedInCircles }
        request.address = address
        return request
    }
}
