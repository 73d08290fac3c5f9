internal import Cryptography
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import SessionStorage

/// Signs browsers in and out: `/signin`.
///
/// The link in the terminal opens a page whose script trades the code. So programs that only load links, as messengers
/// do for previews, do not use the code up.
struct SignInRoutes: Sendable {
    let page: PageRoutes
    let signIn: SignIn
    let cookie: OwnerCookie

    private static let largestBody = 4096

    private static var clearSiteData: HTTPField.Name { HTTPField.Name("Clear-Site-Data")! }  // A valid token.

    func add(to router: some RouterMethods<PageContext>) {
        router.get("/signin") { _, _ in page.html("signin.html", status: .ok) }
        router.get("/signin/state") { request, _ in try await state(request) }
        router.post("/signin") { request, _ in try await enter(request) }
        router.post("/signin/out") { request, _ in try await leave(request) }
    }

    private struct StateDocument: Encodable {
        let signedIn: Bool
        let hasPassword: Bool
    }

    /// A code or a password.
    private struct Entry: Decodable {
        let code: String?
        let password: String?
    }

    private struct SecretsDocument: Encodable {
        let proof: String
        let ticket: String
    }

    private func state(_ request: Request) async throws -> Response {
        let found = try await signIn.signIn(cookies: cookie.values(in: request), proof: request.browserProof)
        return try Response.json(
            StateDocument(signedIn: found != nil, hasPassword: try await signIn.store.password() != nil))
    }

    private func enter(_ request: Request) async throws -> Response {
        let body = try await request.wholeBody(upTo: Self.largestBody)
        guard let entry = try? JSONDecoder().decode(Entry.self, from: body),
            (entry.code == nil) != (entry.password == nil)
        else { throw ServerError.invalidArgument("the body must be {\"code\": TEXT} or {\"password\": TEXT}") }
        let secrets = try await secrets(for: entry, browser: request.headers[.userAgent] ?? "")
        var response = try Response.json(SecretsDocument(proof: secrets.proof.text, ticket: secrets.ticket))
        response.setCookie(cookie.cookie(secrets.cookie.text, for: request))
        return response
    }

    private func secrets(for entry: Entry, browser: String) async throws -> BrowserSecrets {
        if let code = entry.code {
            guard let secrets = try await signIn.redeem(code, browser: browser) else {
                throw Self.refusal("CODE_INVALID", "this link was used already, or is too old")
            }
            AccessMetrics.countSignIn(by: .link)
            return secrets
        }
        switch try await signIn.enter(password: entry.password ?? "", browser: browser) {
        case .signedIn(let secrets):
            AccessMetrics.countSignIn(by: .password)
            return secrets
        case .wrong: throw Self.refusal("PASSWORD_WRONG", "this is not the password")
        case .noPassword: throw Self.refusal("NO_PASSWORD", "there is no password: use a link")
        case .wait(let seconds):
            var error = ServerError(
                .tooManyRequests, "RESOURCE_EXHAUSTED", "too many wrong passwords: wait, or use a link")
            error.retryAfter = Int64(seconds)
            error.reason = "PASSWORD_WAIT"
            throw error
        }
    }

    private static func refusal(_ reason: String, _ message: String) -> ServerError {
        var error = ServerError(.unauthorized, "UNAUTHENTICATED", message)
        error.reason = reason
        return error
    }

    /// Ends the sign-in of this browser. If the browser has only the cookie, and not the proof, the cookie is removed
    /// and no sign-in ends.
    private func leave(_ request: Request) async throws -> Response {
        if let found = try await signIn.signIn(cookies: cookie.values(in: request), proof: request.browserProof) {
            _ = try await signIn.end(found.identifier)
        }
        var response = Response.json(text: Array("{}".utf8))
        response.setCookie(cookie.cookie(nil, for: request))
        // Images may stay in the browser for a year; after signing out, none may. Over HTTP, browsers obey this only
        // for this machine.
        response.headers[Self.clearSiteData] = "\"cache\""
        return response
    }
}
