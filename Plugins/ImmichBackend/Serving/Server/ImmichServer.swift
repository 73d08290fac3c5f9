internal import BackendKit
internal import HTTPClient
internal import PhotoModel
internal import Platform

/// An Immich server: signs in, sends requests, and turns its errors into those of the contract.
final class ImmichServer: Sendable {
    struct State {
        /// The server asked for no requests before this time, on the monotonic clock in nanoseconds.
        var notBefore: UInt64 = 0
        /// How far the server's clock is ahead of ours, in milliseconds.
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

    /// The name of the server in messages.
    var name: String { address.origin.authority + address.path }

    /// The time by the server's clock.
    var now: Timestamp {
        let lead = state.withLock { $0.clockLead }
        return Timestamp(milliseconds: WallTime.now / 1_000_000 + lead)
    }

    /// Requests a document that everyone may read, without sending any secret.
    func publicDocument(_ endpoint: String, _ call: BackendCall) throws(PhotoError) -> JSON {
        let request = HTTPRequest(
            "GET", address.of(endpoint), headers: [("Accept", "application/json")], limit: Ask.mostDocumentBytes)
        let response = try response(to: request, call)
        // No secret was sent, so none can be wrong: a proxy requires a sign-in of its own.
        guard response.status != 401 else {
            throw PhotoError(
                .accessDenied,
                "something before \(name) wants a sign-in of its own; use an address that answers without one")
        }
        return try parse(try checked(.success(response)).get()).get()
    }

    /// Requests a document.
    func document(_ ask: Ask, _ call: BackendCall) throws(PhotoError) -> JSON {
        try documents([ask], call)[0].get()
    }

    /// Requests a document, and passes on the elements of one of its arrays, which it has no longer then: so it takes much less memory.
    ///
    /// - Parameter emit: returns whether more elements are wanted.
    /// - Throws: `.tooLarge` if there are more than are wanted.
    func document(
        _ ask: Ask, passing name: String, _ call: BackendCall, to emit: (JSON) -> Bool
    ) throws(PhotoError) -> JSON {
        let response = try response(ask, call)
        if response.bytes.isEmpty { return .null }
        do throws(JSONReader.Problem) {
            return try JSONReader.read(response.bytes, passing: name, to: emit)
        } catch {
            try call.check()
            guard error == .tooMany else { throw otherServer }
            throw PhotoError(.tooLarge, "\(name) answered with more than is allowed")
        }
    }

    /// Requests several documents, at once unless they are requested in the background.
    ///
    /// - Throws: errors that end all requests; those of single requests are in the results.
    func documents(
        _ asks: [Ask], _ call: BackendCall, urgency: HTTPClient.Urgency = .waitedFor
    ) throws(PhotoError) -> [Result<JSON, PhotoError>] {
        try answers(asks, call, urgency: urgency).map { answer in
            switch checked(answer) {
            case .success(let response): parse(response)
            case .failure(let error): .failure(error)
            }
        }
    }

    /// Sends a request, and returns the answer if its status is 200…299.
    ///
    /// - Parameter end: a deadline on the monotonic clock in nanoseconds, besides that of the call; nil for none.
    func response(_ ask: Ask, _ call: BackendCall, until end: UInt64? = nil) throws(PhotoError) -> HTTPResponse {
        let cancellation = end.map { end in call.cancellation.or { MonotonicTime.now > end ? .deadline : nil } }
        return try checked(try answers([ask], call, cancellation)[0]).get()
    }

    /// Sends a request, and returns the answer whatever its status is, or the reason why there is none.
    func answer(_ ask: Ask, _ call: BackendCall) throws(PhotoError) -> Answer { try answers([ask], call)[0] }

    private func answers(
        _ asks: [Ask], _ call: BackendCall, _ cancellation: Cancellation? = nil,
        urgency: HTTPClient.Urgency = .waitedFor
    ) throws(PhotoError) -> [Answer] {
        try checkPermissionToAsk()
        return try send(asks, try authorization, cancellation ?? call.cancellation, urgency: urgency)
    }

    typealias Answer = Result<HTTPResponse, HTTPError>

    private func send(
        _ asks: [Ask], _ authorization: (name: String, value: String), _ cancellation: Cancellation,
        urgency: HTTPClient.Urgency
    ) throws(PhotoError) -> [Answer] {
        let requests = asks.map { ask in
            var headers = [authorization]
            if ask.isDocument { headers.append(("Accept", "application/json")) }
            if ask.body != nil { headers.append(("Content-Type", "application/json")) }
            return HTTPRequest(
                ask.method, address.of(ask.endpoint), headers: headers,
                body: ask.body.map { .bytes($0.bytes) } ?? .none, limit: ask.limit, part: ask.part)
        }
        let begin = WallTime.now
        do throws(HTTPError) {
            let answers = try client.send(requests, cancellation, urgency: urgency)
            for case .success(let response) in answers { learnClock(response, since: begin) }
            return answers
        } catch {
            throw meaning(of: error)
        }
    }

    /// Sends a request that is not an `Ask`: an upload.
    func send(
        _ make: ((name: String, value: String)) -> HTTPRequest, _ call: BackendCall
    ) throws(PhotoError) -> HTTPResponse {
        try checkPermissionToAsk()
        let request = make(try authorization)
        let response = try response(to: request, call)
        return try checked(.success(response)).get()
    }

    /// Sends a request, learns the server's clock, and returns the answer whatever its status is.
    private func response(to request: HTTPRequest, _ call: BackendCall) throws(PhotoError) -> HTTPResponse {
        let begin = WallTime.now
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try client.send(request, call.cancellation)
        } catch {
            throw meaning(of: error)
        }
        learnClock(response, since: begin)
        return response
    }

    func checked(_ answer: Answer) -> Result<HTTPResponse, PhotoError> {
        switch answer {
        case .failure(let error): return .failure(meaning(of: error))
        case .success(let response):
            if (200...299).contains(response.status) { return .success(response) }
            return .failure(meaning(of: response))
        }
    }

    func parse(_ response: HTTPResponse) -> Result<JSON, PhotoError> {
        if response.bytes.isEmpty { return .success(.null) }
        do throws(JSONReader.Problem) {
            return .success(try JSONReader.read(response.bytes))
        } catch {
            return .failure(otherServer)
        }
    }

    /// The error for an answer that is no JSON.
    private var otherServer: PhotoError {
        .unsupported("\(name) answered with something else than Immich does; is it an Immich server?")
    }

    /// Corrects what is known of the server's clock, by no more than an answer proves. The date of an answer is that of some moment between
    /// the request and its end: an answer that takes long to send has the date of its beginning, one that takes long to compute that of
    /// its end.
    ///
    /// - Parameter begin: when the request was sent, in nanoseconds by our clock.
    private func learnClock(_ response: HTTPResponse, since begin: Int64) {
        // A copy that a cache on the way kept has the date of when the server sent it.
        let age = response.header("age").flatMap { Int($0) } ?? 0
        guard age == 0, let date = response.header("date").flatMap(HTTPDate.read) else { return }
        let least = date.milliseconds - WallTime.now / 1_000_000
        // Dates are cut to seconds, and Node.js writes the same one for about a second.
        let most = date.milliseconds - begin / 1_000_000 + 1_500
        state.withLock { $0.clockLead = min(max($0.clockLead, least), most) }
    }

    // MARK: Signing in

    private var authorization: (name: String, value: String) {
        get throws(PhotoError) {
            switch credentials {
            case .key(let key): return ("x-api-key", key)
            case .session(let token): return ("Authorization", "Bearer " + token)
            case .account: throw refusal
            }
        }
    }

    /// Signs in, and returns the token of the new session.
    ///
    /// - Throws: `.signInRequired` if the server does not accept the e-mail address and the password.
    func signIn(_ call: BackendCall) throws(PhotoError) -> String {
        guard case .account(let email, let password) = credentials else { throw refusal }
        try checkPermissionToAsk()
        let body = JSON(["email": .text(email), "password": .text(password)])
        let request = HTTPRequest(
            "POST", address.of("/auth/login"), headers: [("Content-Type", "application/json")],
            body: .bytes(body.bytes), limit: 1 << 20)
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try client.send(request, call.cancellation)
        } catch {
            throw meaning(of: error)
        }
        guard (200...299).contains(response.status) else { throw meaning(of: response) }
        guard let token = try parse(response).get()["accessToken"]?.text, !token.isEmpty, token.utf8.count <= 4096,
            token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .unsupported("\(name) signs people in in another way than Immich does") }
        return token
    }

    // MARK: Pauses

    /// - Throws: `.rateLimited` during a pause that the server asked for.
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
