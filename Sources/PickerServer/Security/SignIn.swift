internal import Platform

/// Who is signed in: one-time links that the terminal prints, and the cookies that they are traded for.
final class SignIn: Sendable {
    /// A sign-in lasts this long, in seconds: 30 days.
    static let lifetime = 30 * 24 * 3600

    private struct State {
        var codes: Set<Secret.Hash> = []
        var cookies: Set<Secret.Hash> = []
    }

    private let state = Mutex(State())

    /// A code for one sign-in.
    func makeCode() -> String {
        let code = Secret()
        state.withLock { _ = $0.codes.insert(code.hash) }
        return code.text
    }

    /// Trades a code for a cookie's value; nil when the code is unknown or used up.
    func redeem(_ code: String) -> String? {
        let cookie = Secret()
        let isKnown = state.withLock { state in
            guard state.codes.remove(Secret.Hash(of: code)) != nil else { return false }
            state.cookies.insert(cookie.hash)
            return true
        }
        return isKnown ? cookie.text : nil
    }

    /// Whether one of these cookies is one that was given.
    func isSignedIn(cookies: [String]) -> Bool {
        let hashes = cookies.map { Secret.Hash(of: $0) }
        return state.withLock { state in hashes.contains { state.cookies.contains($0) } }
    }
}
