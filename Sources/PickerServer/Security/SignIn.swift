internal import Cryptography
internal import PhotoModel
internal import Platform
internal import SessionStorage

/// Who is signed in: one-time links that the terminal prints, and the cookies that they are traded for.
final class SignIn: Sendable {
    /// A sign-in lasts this long, in seconds: 30 days.
    static let lifetime = 30 * 24 * 3600

    private struct State {
        var codes: Set<SHA256Digest> = []
        /// Cookies that are known to sign in, and until when.
        var cookies: [SHA256Digest: Timestamp] = [:]
    }

    private let state = Mutex(State())
    /// Keeps sign-ins when the server ends; nil: they end with it.
    private let store: (any SessionStore)?
    private let clock: @Sendable () -> Timestamp

    init(store: (any SessionStore)? = nil, clock: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.clock = clock
    }

    /// A code for one sign-in.
    func makeCode() -> String {
        let code = Secret()
        state.withLock { _ = $0.codes.insert(code.hash) }
        return code.text
    }

    /// Trades a code for a cookie's value; nil when the code is unknown or used up.
    func redeem(_ code: String) async throws -> String? {
        let isKnown = state.withLock { $0.codes.remove(Secret.hash(of: code)) != nil }
        guard isKnown else { return nil }
        let cookie = Secret()
        let expires = clock().adding(seconds: Self.lifetime)
        try await store?.addSignIn(cookie.hash, expires: expires)
        state.withLock { $0.cookies[cookie.hash] = expires }
        return cookie.text
    }

    /// Whether one of these cookies is one that was given, by this server or by one before it.
    func isSignedIn(cookies: [String]) async throws -> Bool {
        let hashes = cookies.map { Secret.hash(of: $0) }
        let now = clock()
        let isKnown = state.withLock { state in
            hashes.contains { hash in state.cookies[hash].map { $0 > now } ?? false }
        }
        if isKnown { return true }
        guard let store else { return false }
        for hash in hashes {
            guard let expires = try await store.expiry(ofSignIn: hash, now: now) else { continue }
            state.withLock { $0.cookies[hash] = expires }
            return true
        }
        return false
    }
}
