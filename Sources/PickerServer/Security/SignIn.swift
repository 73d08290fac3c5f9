internal import Cryptography
internal import PhotoModel
internal import Platform
internal import SessionStorage

/// The sign-ins: one-time links that the terminal prints, a password if there is one, and the secrets that they are
/// traded for.
///
/// A browser that signed in has a cookie and, in the storage of the page, a second secret, its proof. Cookies are sent
/// to every port of a host, but the storage belongs to one port. So another server on this machine that receives the
/// cookie cannot use it.
final class SignIn: Sendable {
    /// How long a sign-in lasts, in seconds: 30 days.
    static let lifetime = 30 * 24 * 3600
    /// How long an unused code is valid, in seconds.
    static let codeLifetime = 10 * 60
    /// For how many seconds the store's answer about a cookie is used: another process may have ended the sign-in.
    private static let believedSeconds = 2
    /// How precisely the last use of a sign-in is stored, in seconds.
    private static let useInterval = 3600

    private struct Known {
        let signIn: StoredSignIn
        let asked: Timestamp
    }

    private struct State {
        var known: [SHA256Digest: Known] = [:]
        /// How many sign-ins were ended here: an answer of the store from before one of them is not used again.
        var ends = 0
        var hasTradedCode = false

        /// The sign-ins of these cookies that the store need not be asked for.
        func believed(_ cookies: [SHA256Digest], at now: Timestamp) -> [SHA256Digest: StoredSignIn] {
            var believed: [SHA256Digest: StoredSignIn] = [:]
            for cookie in cookies {
                guard let entry = known[cookie], entry.signIn.expires > now,
                    (entry.asked...entry.asked.adding(seconds: SignIn.believedSeconds)).contains(now)
                else { continue }
                believed[cookie] = entry.signIn
            }
            return believed
        }
    }

    private let state = Mutex(State())
    let store: any OwnerStore
    let clock: @Sendable () -> Timestamp
    /// Compares one password at a time: each comparison takes much memory.
    let comparing = PasswordComparison()

    init(store: any OwnerStore, clock: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.clock = clock
    }

    /// A code for one sign-in within `codeLifetime`, valid at any server of the store.
    func makeCode() async throws -> String {
        let code = Secret()
        let now = clock()
        try await store.addSignInCode(code.hash, now: now, expires: now.adding(seconds: Self.codeLifetime))
        return code.text
    }

    /// Trades a code for a sign-in; nil if the code is unknown, has expired or was used.
    ///
    /// - Parameter browser: the browser's User-Agent.
    func redeem(_ code: String, browser: String) async throws -> BrowserSecrets? {
        let secrets = BrowserSecrets()
        let new = secrets.signIn(by: .link, browser: browser, now: clock())
        guard try await store.addSignIn(new, withCode: Secret.hash(of: code)) else { return nil }
        state.withLock { $0.hasTradedCode = true }
        return secrets
    }

    /// Whether a code was traded at this server.
    var hasTradedCode: Bool { state.withLock { $0.hasTradedCode } }

    /// The sign-in that one of these cookies belongs to, without checking the proof; nil if there is none.
    func signIn(cookies: [String]) async throws -> StoredSignIn? { try await signIn(of: cookies) { _ in true } }

    /// The sign-in that one of these cookies and the proof, or the ticket, belong to; nil if not signed in.
    func signIn(cookies: [String], proof: BrowserProof) async throws -> StoredSignIn? {
        try await signIn(of: cookies) { proof.belongs(to: $0) }
    }

    /// Ends a sign-in. On this server it takes effect at once.
    ///
    /// - Returns: false if there is none with this identifier.
    func end(_ identifier: Int64) async throws -> Bool {
        let wasThere = try await store.removeSignIn(identifier)
        state.withLock { state in
            state.known = state.known.filter { $0.value.signIn.identifier != identifier }
            state.ends += 1
        }
        return wasThere
    }

    /// A sign-in that one of these cookies belongs to, and that is meant; nil if there is none.
    ///
    /// Those that are not known are looked up in one query: strangers may send as many as have room in a request, and the store
    /// answers programs, too. It is not asked if the one that is meant is known, whatever other cookies a browser sends with each
    /// request for an image.
    private func signIn(of cookies: [String], isMeant: (StoredSignIn) -> Bool) async throws -> StoredSignIn? {
        let (hashes, now) = (cookies.map { Secret.hash(of: $0) }, clock())
        let (known, ends) = state.withLock { ($0.believed(hashes, at: now), $0.ends) }
        if let believed = hashes.lazy.compactMap({ known[$0] }).first(where: isMeant) { return believed }
        let others = hashes.filter { known[$0] == nil }
        guard !others.isEmpty else { return nil }
        let found = try await store.signIns(withCookies: others, now: now)
        state.withLock { state in
            guard state.ends == ends else { return }
            for hash in others { state.known[hash] = found[hash].map { Known(signIn: $0, asked: now) } }
        }
        for signIn in found.values where now > signIn.used.adding(seconds: Self.useInterval) {
            // The owner only reads it in a list. If the store cannot be written, as when the disk is full, photos are
            // still shown.
            try? await store.noteUse(ofSignIn: signIn.identifier, now: now)
        }
        return others.lazy.compactMap { found[$0] }.first(where: isMeant)
    }
}
