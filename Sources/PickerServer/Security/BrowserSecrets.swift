internal import Cryptography
internal import PhotoModel
internal import SessionStorage

/// The secrets that a browser gets when it signs in.
struct BrowserSecrets: Sendable {
    /// For the cookie, which the browser sends and no script can read.
    let cookie = Secret()
    /// For the storage of the page, which sends it with its requests.
    let proof = Secret()
    /// For addresses that the browser itself loads for the page, such as those of videos, to which no header can be
    /// added.
    var ticket: String { BrowserProof.ticket(ofProof: proof.hash) }

    /// The record of the sign-in that the store keeps.
    ///
    /// - Parameter browser: the browser's User-Agent; its beginning is kept.
    func signIn(by method: StoredSignIn.Method, browser: String, now: Timestamp) -> NewSignIn {
        let name = String(
            String.UnicodeScalarView(browser.unicodeScalars.filter { (" "..."~").contains($0) }.prefix(200)))
        return NewSignIn(
            cookie: cookie.hash, proof: proof.hash, method: method, browser: name, created: now,
            expires: now.adding(seconds: SignIn.lifetime))
    }
}

/// What a request presents besides the cookie.
struct BrowserProof: Sendable {
    /// The second secret.
    var secret: String?
    /// What is derived from the secret for use in addresses. The secret cannot be computed from it, and by itself, as
    /// in the log of a proxy, it gives no access.
    var ticket: String?

    func belongs(to signIn: StoredSignIn) -> Bool {
        if let secret, Secret.hash(of: secret) == signIn.proof { return true }
        guard let ticket, let key = MessageKey(bytes: signIn.proof.bytes) else { return false }
        return key.isToken(ticket, of: Self.ticketMessage)
    }

    /// The ticket of a proof with this hash.
    static func ticket(ofProof hash: SHA256Digest) -> String {
        MessageKey(bytes: hash.bytes)?.token(of: ticketMessage) ?? ""  // A hash is as long as a key.
    }

    private static let ticketMessage = "ticket"
}
