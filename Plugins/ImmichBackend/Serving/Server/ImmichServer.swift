internal import BackendKit
internal import HTTPClient
internal import PhotoModel
internal import Platform

/// A server of Immich, and how to ask it: signs in, asks, and says what an error means.
final class ImmichServer: Sendable {
    struct State {
        /// Of a session that began with e-mail and password.
        var token: String?
        /// No question before that, on the monotonic clock: the server said so.
        var notBefore: UInt64 = 0
        /// How far its clock is ahead of ours, in milliseconds.
        var clockLead: Int64 = 0
    }

    let address: ServerAddress
    let credentials: Credentials
    let state = Mutex(State())
    private let client: HTTPClient

    init(_ address: ServerAddress, _ credentials: Credentials, _ client: HTTPClient) {
        self.address = address
        self.credentials = credentials
        self.client = client
    }

    /// How people call it.
    var name: String { address.origin.authority + address.path }

    /// The time by its clock.
    var now: Timestamp {
        let lead = state.withLock { $0.clockLead }
        return Timestamp(milliseconds: WallTime.now / 1_000_000 + lead)
    }

    /// A document that anyone may see: asked for without any secret.
    func publicDocument(_ endpoint: String, _ call: BackendCall) throws(PhotoError) -> JSON {
        let request = HTTPRequest(
            "GET", address.of(endpoint), headers: [("Accept", "application/json")], limit: Ask.mostDocumentBytes)
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try client.send(request, call.cancellation)
        } catch {
            throw meaning(of: error)
        }
        return try parse(try checked(.success(response)).get()).get()
    }

    /// The document that answers a question.
    func document(_ ask: Ask, _ call: BackendCall) throws(PhotoError) -> JSON {
        try documents([ask], call)[0].get()
    }

    /// The documents that answer several questions, asked at once.
    ///
    /// - Throws: what ends all of them.
    func documents(_ asks: [Ask], _ call: BackendCall) throws(PhotoError) -> [Result<JSON, PhotoError>] {
        var results: [Result<JSON, PhotoError>] = []
        for response in try responses(asks, call) {
            switch response {
            case .success(let response): results.append(parse(response))
            case .failure(let error): results.append(.failure(error))
            }
        }
        return results
    }

    /// The answer to one question, of a status that means yes.
    ///
    /// - Parameter end: on the monotonic clock, after which it is too late; nil: the call's own deadline alone.
    func response(_ ask: Ask, _ call: BackendCall, until end: UInt64? = nil) throws(PhotoError) -> HTTPResponse {
        let cancellation = end.map { end in call.cancellation.or { MonotonicTime.now > end ? .deadline : nil } }
        return try checked(try answers([ask], call, cancellation)[0]).get()
    }

    private func responses(_ asks: [Ask], _ call: BackendCall) throws(PhotoError) -> [Result<HTTPResponse, PhotoError>]
    {
        try answers(asks, call).map(checked)
    }

    /// The answer as it came, or why none did.
    func answer(_ ask: Ask, _ call: BackendCall) throws(PhotoError) -> Answer { try answers([ask], call)[0] }

    private func answers(
        _ asks: [Ask], _ call: BackendCall, _ cancellation: Cancellation? = nil
    ) throws(PhotoError) -> [Answer] {
        try checkPermissionToAsk()
        let authorization = try authorization(call)
        let cancellation = cancellation ?? call.cancellation
        let first = try send(asks, authorization, cancellation)
        guard case .account = credentials, first.contains(where: { $0.isRefusal }) else { return first }
        // The session ended: once more with a new one.
        let renewed = try signIn(insteadOf: authorization.value, call)
        return try send(asks, renewed, cancellation)
    }

    typealias Answer = Result<HTTPResponse, HTTPError>

    private func send(
        _ asks: [Ask], _ authorization: (name: String, value: String), _ cancellation: Cancellation
    ) throws(PhotoError) -> [Answer] {
        let requests = asks.map { ask in
            var headers = [authorization]
            if ask.isDocument { headers.append(("Accept", "application/json")) }
            if ask.body != nil { headers.append(("Content-Type", "application/json")) }
            return HTTPRequest(
                ask.method, address.of(ask.endpoint), headers: headers,
                body: ask.body.map { .bytes($0.bytes) } ?? .none, limit: ask.limit, part: ask.part)
        }
        do throws(HTTPError) {
            return try client.send(requests, cancellation)
        } catch {
            throw meaning(of: error)
        }
    }

    /// Sends one request that is no `Ask`: an upload.
    func send(
        _ make: ((name: String, value: String)) -> HTTPRequest, _ call: BackendCall
    ) throws(PhotoError) -> HTTPResponse {
        try checkPermissionToAsk()
        let request = make(try authorization(call))
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try client.send(request, call.cancellation)
        } catch {
            throw meaning(of: error)
        }
        return try checked(.success(response)).get()
    }

    func checked(_ answer: Answer) -> Result<HTTPResponse, PhotoError> {
        switch answer {
        case .failure(let error): return .failure(meaning(of: error))
        case .success(let response):
            learnClock(response)
            if (200...299).contains(response.status) { return .success(response) }
            return .failure(meaning(of: response))
        }
    }

    func parse(_ response: HTTPResponse) -> Result<JSON, PhotoError> {
        if response.bytes.isEmpty { return .success(.null) }
        do throws(JSONReader.Problem) {
            return .success(try JSONReader.read(response.bytes))
        } catch {
            return .failure(
                .unsupported("\(name) answered with something else than Immich does; is it an Immich server?"))
        }
    }

    private func learnClock(_ response: HTTPResponse) {
        guard let date = response.header("date").flatMap(HTTPDate.read) else { return }
        let lead = date.milliseconds - WallTime.now / 1_000_000
        // A date is cut to seconds: clocks that differ by less may be the same.
        state.withLock { $0.clockLead = abs(lead) <= 1_500 ? 0 : lead }
    }

    // MARK: Signing in

    private func authorization(_ call: BackendCall) throws(PhotoError) -> (name: String, value: String) {
        if case .key(let key) = credentials { return ("x-api-key", key) }
        if let token = state.withLock({ $0.token }) { return ("Authorization", "Bearer " + token) }
        return try signIn(insteadOf: nil, call)
    }

    private func signIn(insteadOf old: String?, _ call: BackendCall) throws(PhotoError) -> (name: String, value: String)
    {
        guard case .account(let email, let password) = credentials else { throw refusal }
        if let token = state.withLock({ $0.token }), "Bearer " + token != old {
            return ("Authorization", "Bearer " + token)
        }
        let body = JSON(["email": .text(email), "password": .text(password)])
        let request = HTTPRequest(
            "POST", address.of("/auth/login"), headers: [("Content-Type", "application/json")],
            body: .bytes(body.bytes),
            limit: 1 << 20)
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try client.send(request, call.cancellation)
        } catch {
            throw meaning(of: error)
        }
        guard (200...299).contains(response.status) else { throw meaning(of: response) }
        guard let token = try parse(response).get()["accessToken"]?.text,
            token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .unsupported("\(name) signs people in in another way than Immich does") }
        state.withLock { $0.token = token }
        return ("Authorization", "Bearer " + token)
    }

    // MARK: Pauses

    /// A server that asked to be left alone is left alone.
    private func checkPermissionToAsk() throws(PhotoError) {
        let rest = state.withLock { state in
            state.notBefore > MonotonicTime.now ? state.notBefore - MonotonicTime.now : 0
        }
        if rest > 0 { throw rateLimited(.nanoseconds(Int64(clamping: rest))) }
    }

    func rateLimited(_ wait: Duration) -> PhotoError {
        PhotoError(.rateLimited, "\(name) was asked too much and wants a pause", retryAfter: wait)
    }
}

extension Result where Success == HTTPResponse, Failure == HTTPError {
    /// Whether the server does not know who asks.
    fileprivate var isRefusal: Bool {
        if case .success(let response) = self { response.status == 401 } else { false }
    }
}
