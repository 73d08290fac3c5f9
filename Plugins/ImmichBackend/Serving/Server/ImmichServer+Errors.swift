internal import HTTPClient
internal import PhotoModel
internal import Platform

// Turns errors of HTTP and of the server into statuses of the contract, with messages that say what to do.
extension ImmichServer {
    func meaning(of error: HTTPError) -> PhotoError {
        switch error {
        case .ended(let reason): PhotoError(reason)
        case .source(let error): error
        case .tooLarge: PhotoError(.tooLarge, "\(name) answered with more bytes than are allowed")
        case .notResolved:
            PhotoError(.offline, "\(address.origin.host) is not known; check the address and the network")
        case .notConnected(let why): PhotoError(.offline, "\(name) cannot be reached: \(safe(why))")
        case .timedOut: PhotoError(.offline, "\(name) does not answer; check the network, or try again later")
        case .notTrusted(let why):
            PhotoError(
                .accessDenied,
                "\(name) could not prove that it is that server (\(safe(why))), so nothing was sent to it; if it has a "
                    + "certificate of its own, set certificate to a file with the certificate of its authority")
        case .badCertificates:
            .invalidArgument("the file that the setting certificate names has no certificates in PEM")
        case .cutOff: PhotoError(.stopped, "\(name) ended the connection in the middle of an answer")
        case .notHTTP(let why):
            .unsupported("\(name) answers in something else than \(address.origin.scheme.uppercased()): \(safe(why))")
        case .redirected(let origin):
            PhotoError(
                .accessDenied,
                "\(name) sends Picker on to \(origin.text), where no key is sent to; if the server moved there, add the library "
                    + "with that address")
        case .redirectedInCircles:
            .unsupported("\(name) sends Picker on to what cannot be followed, or in circles; is the address right?")
        case .outOfMemory: PhotoError(.outOfMemory, "no memory is left for an answer of \(name)")
        case .failed(let why): PhotoError(.io, "\(name) could not be asked: \(safe(why))")
        }
    }

    /// The error for an answer with a status other than 200…299.
    func meaning(of response: HTTPResponse) -> PhotoError {
        let said = explanation(in: response)
        let words = said.isEmpty ? "" : ": \(said)"
        switch response.status {
        case 401: return refusal
        case 403: return forbidden(said)
        case 404: return .notFound("\(name) has nothing there\(words)")
        // The server answers with 400 for identifiers that do not exist, are not UUIDs, or belong to another account.
        case 400 where said.hasPrefix("Not found or no ") || said.contains("must be a UUID"):
            return .notFound("it is not at \(name) any more, or of another account")
        case 400 where said.contains("uota has been exceeded"):
            return PhotoError(.quota, "the share of \(name) is used up\(words)")
        // Proxies answer so when they waited too long, or do not accept early data. Neither means that the request is wrong.
        case 408, 425: return PhotoError(.busy, "\(name) was not ready for what it was asked\(words)")
        case 413: return PhotoError(.tooLarge, "\(name) takes no file of that size\(words)")
        case 416: return .changed("the file at \(name) is shorter than it was")
        case 429:
            let wait = wait(in: response) ?? .seconds(10)
            let end = MonotonicTime.now &+ wait.nanoseconds
            state.withLock { $0.notBefore = max($0.notBefore, end) }
            return rateLimited(wait)
        case 501: return .unsupported("\(name) does not offer that\(words)")
        case 507: return PhotoError(.noSpace, "the disk of \(name) is full\(words)")
        case 500...599: return PhotoError(.busy, "\(name) has a problem\(words)", retryAfter: wait(in: response))
        case 300...399: return .unsupported("\(name) answered with a redirect; is the address right?")
        default:
            return PhotoError(.internal, "\(name) did not understand what it was asked (\(response.status))\(words)")
        }
    }

    /// The error if the server does not accept the credentials.
    var refusal: PhotoError {
        switch credentials {
        case .key:
            PhotoError(
                .signInRequired,
                "\(name) does not know the API key (any more); make one in Account Settings, API Keys, and set api-key to it"
            )
        case .session:
            PhotoError(.signInRequired, "the sign-in at \(name) has ended; sign in again (picker libraries sign-in)")
        case .account: PhotoError(.signInRequired, "\(name) does not accept this e-mail address and password")
        }
    }

    private func forbidden(_ said: String) -> PhotoError {
        let prefix = "Missing required permission: "
        guard said.hasPrefix(prefix) else {
            return PhotoError(.accessDenied, "\(name) does not allow that\(said.isEmpty ? "" : ": \(said)")")
        }
        return PhotoError(
            .accessDenied,
            "the API key lacks the permission \(said.dropFirst(prefix.count)); allow it in Immich in Account Settings, API Keys"
        )
    }

    private func wait(in response: HTTPResponse) -> Duration? {
        response.header("retry-after").flatMap {
            HTTPDate.wait($0, date: response.header("date"), now: Timestamp(milliseconds: WallTime.now / 1_000_000))
        }
    }

    /// The server's message for people; empty if there is none.
    private func explanation(in response: HTTPResponse) -> String {
        guard let document = try? JSONReader.read(response.bytes) else { return "" }
        let message = document["message"]
        let issues =
            (message?.elements ?? []).compactMap(\.text)
            + (document["errors"]?.elements ?? []).compactMap { $0["message"]?.text }
        return safe(([message?.text].compactMap(\.self) + issues).joined(separator: ", "))
    }

    /// Makes a text of the server fit for a message: one line of at most 200 characters, without secrets.
    private func safe(_ text: String) -> String {
        var line = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    $0.properties.isWhitespace || $0.properties.generalCategory == .control ? " " : $0
                }))
        for secret in credentials.secrets where !secret.isEmpty {
            line = line.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "…")
        }
        return line.count <= 200 ? line : line.prefix(200) + "…"
    }
}
