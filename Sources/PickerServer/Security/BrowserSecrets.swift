internal import Cryptography
internal import PhotoModel
internal import SessionStorage

/// The secrets that a browser gets when it signs in.
struct BrowserSecrets: Sendable {
    /// For the cookie, which the browser sends and no script reads.
    let cookie = Secret()
    /// For the storage of the page, which sends it with what it asks for.
    let proof = Secret()
    /// For addresses that the browser itself opens for the page, as of videos, where no header can be added.
    var ticket: String { BrowserProof.ticket(ofProof: proof.hash) }

    /// What is kept of it.
    ///
    /// - Parameter browser: what the browser calls itself; the beginning of it is kept.
    func signIn(by method: StoredSignIn.Method, browser: String, now: Timestamp) -> NewSignIn {
        let name = String(
            String.UnicodeScalarView(browser.unicodeScalars.filter { (" "..."~").contains($0) }.prefix(200)))
        return NewSignIn(
            cookie: cookie.hash, proof: proof.hash, method: method, browser: name, created: now,
            expires: now.adding(seconds: SignIn.lifetime))
    }
}

/// What a request shows besides the cookie.
struct BrowserProof: Sendable {
    /// The second secret.
    var secret: String?
    /// What is made of it for addresses. It says nothing of the secret, and alone, as in the log of a proxy, it opens nothing.
    var ticket: String?

    func belongs(to signIn: StoredSignIn) -> Bool {
        if let secret, Secret.hash(of: secret) == signIn.proof { return true }
        guard let ticket, let key = MessageKey(bytes: signIn.proof.bytes) else { return false }
        return key.isToken(ticket, of: Self.ticketMessage)
    }

    /// Of a proof that is kept as this hash.
    static func ticket(ofProof hash: SHA256Digest) -> String {
        MessageKey(bytes: hash.bytes)?.token(of: ticketMessage) ?? ""  // A hash is as long as a key.
    }

    private static let ticketMessage = "ticket"
}
