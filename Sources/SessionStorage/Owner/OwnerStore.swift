package import Cryptography
package import PhotoModel

/// Where a server keeps how its owner gets in: sign-ins of browsers, and a password if there is one.
///
/// Every call is one transaction, so that several servers and commands may share a store. All throw `SessionStoreError`.
package protocol OwnerStore: Sendable {
    /// A cache of what this store answered, which forgets all with the next commit, of whichever process.
    ///
    /// - Parameter capacity: with one more answer, all are forgotten.
    func makeCache<Key, Value>(capacity: Int) -> ReadCache<Key, Value>

    /// Keeps a sign-in until it expires.
    func addSignIn(_ new: NewSignIn) async throws

    /// Keeps a sign-in by a password that was found right, and forgets the wrong ones that came before.
    ///
    /// - Parameter hash: what it was compared with.
    /// - Returns: false, and nothing is kept, when the password was changed meanwhile.
    func addSignIn(_ new: NewSignIn, withPassword hash: PasswordHash) async throws -> Bool

    /// Keeps the code of a link that signs in once, until it expires.
    func addSignInCode(_ code: SHA256Digest, now: Timestamp, expires: Timestamp) async throws

    /// Trades a code for a sign-in, which is kept until it expires.
    ///
    /// - Returns: false, and nothing is kept, when the code is unknown, too old or used up.
    func addSignIn(_ new: NewSignIn, withCode code: SHA256Digest) async throws -> Bool

    /// The sign-in of this cookie; nil when there is none, or its time is over.
    func signIn(withCookie cookie: SHA256Digest, now: Timestamp) async throws -> StoredSignIn?

    /// All sign-ins, the newest first.
    func signIns(now: Timestamp) async throws -> [StoredSignIn]

    /// Keeps that it was used.
    func noteUse(ofSignIn identifier: Int64, now: Timestamp) async throws

    /// Ends a sign-in.
    ///
    /// - Returns: false when there is none of that identifier.
    func removeSignIn(_ identifier: Int64) async throws -> Bool

    /// Ends all sign-ins.
    ///
    /// - Returns: how many there were.
    func removeSignIns() async throws -> Int

    /// Makes this the password, and ends the sign-ins that another one made.
    ///
    /// - Parameter hash: nil: there is no password any more.
    func setPassword(_ hash: PasswordHash?, now: Timestamp) async throws

    /// The password's state; nil: there is none.
    func password() async throws -> PasswordState?

    /// Counts a guess before it is compared, so that those that come at once are all counted.
    func beginGuess(now: Timestamp) async throws -> PasswordGuess
}

/// A browser that signs in.
package struct NewSignIn: Sendable {
    package let cookie: SHA256Digest
    /// Of the second secret, which the page keeps in its own storage.
    package let proof: SHA256Digest
    package let method: StoredSignIn.Method
    /// What it calls itself.
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

    /// Never used again.
    package let identifier: Int64
    package let proof: SHA256Digest
    package let method: Method
    /// What it calls itself: it may say anything.
    package let browser: String
    package let created: Timestamp
    /// When it last asked for something, to within an hour.
    package let used: Timestamp
    package let expires: Timestamp
}

/// What a command or a page may know of a password.
package struct PasswordState: Hashable, Sendable {
    package let changed: Timestamp
    /// Wrong ones since the last that was right.
    package let failures: Int
    /// When the last of them came; nil: none.
    package let lastFailure: Timestamp?
}

/// What becomes of a guess.
package enum PasswordGuess: Hashable, Sendable {
    /// There is no password.
    case noPassword
    /// Too many were wrong: the next one is compared after so many seconds.
    case wait(seconds: Int)
    /// It is to be compared with this.
    case compare(PasswordHash)
}
