package import Cryptography
package import PhotoModel

/// Stores how the owner of a server gets in: sign-ins of browsers, and a password if there is one.
///
/// Every call is one transaction, so that several servers and commands may share a store. All throw `SessionStoreError`.
package protocol OwnerStore: Sendable {
    /// A cache of answers of this store, which is emptied by the next commit of any process.
    ///
    /// - Parameter capacity: the most answers; with one more, all are dropped.
    func makeCache<Key, Value>(capacity: Int) -> ReadCache<Key, Value>

    /// Stores a sign-in until it expires.
    func addSignIn(_ new: NewSignIn) async throws

    /// Stores a sign-in by a correct password, and resets the count of wrong ones.
    ///
    /// - Parameter hash: the hash with which the password was compared.
    /// - Returns: false if the password was changed meanwhile; nothing is stored then.
    func addSignIn(_ new: NewSignIn, withPassword hash: PasswordHash) async throws -> Bool

    /// Stores the code of a link that signs in once, until it expires.
    func addSignInCode(_ code: SHA256Digest, now: Timestamp, expires: Timestamp) async throws

    /// Trades a code for a sign-in, which is stored until it expires.
    ///
    /// - Returns: false if the code is unknown, has expired or was used; nothing is stored then.
    func addSignIn(_ new: NewSignIn, withCode code: SHA256Digest) async throws -> Bool

    /// The sign-ins with these cookies that have not expired, by their cookies.
    ///
    /// - Parameter cookies: at most 1,000.
    func signIns(withCookies cookies: [SHA256Digest], now: Timestamp) async throws -> [SHA256Digest: StoredSignIn]

    /// All sign-ins, the newest first.
    func signIns(now: Timestamp) async throws -> [StoredSignIn]

    /// Stores when the sign-in was last used.
    func noteUse(ofSignIn identifier: Int64, now: Timestamp) async throws

    /// Ends a sign-in.
    ///
    /// - Returns: false if there is none with that identifier.
    func removeSignIn(_ identifier: Int64) async throws -> Bool

    /// Ends all sign-ins.
    ///
    /// - Returns: how many there were.
    func removeSignIns() async throws -> Int

    /// Sets the password, and ends the sign-ins that were made by the previous one.
    ///
    /// - Parameter hash: nil removes the password.
    func setPassword(_ hash: PasswordHash?, now: Timestamp) async throws

    /// The state of the password; nil if there is none.
    func password() async throws -> PasswordState?

    /// Counts a guess before it is compared, so that simultaneous guesses are all counted.
    func beginGuess(now: Timestamp) async throws -> PasswordGuess
}

/// A browser that signs in.
package struct NewSignIn: Sendable {
    package let cookie: SHA256Digest
    /// The hash of the second secret, which the page keeps in its own storage.
    package let proof: SHA256Digest
    package let method: StoredSignIn.Method
    /// The browser's User-Agent.
    package let browser: String
    package let created: Timestamp
    package let expires: Timestamp

    package init(
        cookie: SHA256Digest, proof: SHA256Digest, method: StoredSignIn.Method, browser: String, created: Timestamp,
        expires: Timestamp
    ) {
        self.cookie = cookie
        self.proof = proof
        self.method = method
        self.browser = browser
        self.created = created
        self.expires = expires
    }
}

/// A browser that is signed in.
package struct StoredSignIn: Hashable, Sendable {
    /// How it got in.
    package enum Method: String, Sendable {
        /// By a link with a code.
        case link
        case password
    }

    /// Identifiers are never used again.
    package let identifier: Int64
    package let proof: SHA256Digest
    package let method: Method
    /// The browser's User-Agent, which need not be true.
    package let browser: String
    package let created: Timestamp
    /// When it last made a request, to within an hour.
    package let used: Timestamp
    package let expires: Timestamp
}

/// What commands and pages may know about the password.
package struct PasswordState: Hashable, Sendable {
    package let changed: Timestamp
    /// The number of wrong guesses since the last correct one.
    package let failures: Int
    /// The time of the last of them; nil if there are none.
    package let lastFailure: Timestamp?
}

/// What has to be done with a guess.
package enum PasswordGuess: Hashable, Sendable {
    /// There is no password.
    case noPassword
    /// There were too many wrong guesses: the next one is compared after this many seconds.
    case wait(seconds: Int)
    /// The guess has to be compared with this hash.
    case compare(PasswordHash)
}
