internal import Cryptography
internal import PhotoModel
internal import Platform
internal import SessionStorage

extension SignIn {
    /// The result of entering a password.
    enum PasswordOutcome {
        case signedIn(BrowserSecrets)
        case wrong
        /// The password was not compared, because too many wrong ones were entered before.
        case wait(seconds: Int)
        /// There is no password.
        case noPassword
    }

    /// Compares a password, if another guess is allowed already.
    ///
    /// - Parameter browser: the browser's User-Agent.
    func enter(password: String, browser: String) async throws -> PasswordOutcome {
        let hash: PasswordHash
        switch try await store.beginGuess(now: clock()) {
        case .noPassword: return .noPassword
        case .wait(let seconds): return .wait(seconds: seconds)
        case .compare(let kept): hash = kept
        }
        guard await comparing.compare(password, with: hash) else { return .wrong }
        let secrets = BrowserSecrets()
        let new = secrets.signIn(by: .password, browser: browser, now: clock())
        return try await store.addSignIn(new, withPassword: hash) ? .signedIn(secrets) : .wrong
    }
}

/// Compares passwords one at a time, on a thread of its own: each takes tenths of a second and 64 MiB.
actor PasswordComparison {
    private var last: Task<Bool, Never>?

    /// Whether the hash is of this password.
    func compare(_ password: String, with hash: PasswordHash) async -> Bool {
        let before = last
        let task = Task {
            _ = await before?.value
            return await DetachedThread.value(stackBytes: 1 << 20) { hash.matches(password) } ?? false
        }
        last = task
        return await task.value
    }
}
