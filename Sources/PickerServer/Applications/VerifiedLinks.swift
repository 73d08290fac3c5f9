internal import Cryptography
internal import PhotoModel
internal import PickingSessions
internal import SessionStorage

/// What a media link leads to, for a request with the link and its client's token.
final class VerifiedLink: Sendable {
    let client: Client
    /// The root of the library.
    let library: String
    let asset: PickedAsset
    let mode: RepresentationMode
    /// When the link or the session expires, whichever is first.
    let expires: Timestamp

    init(_ pick: Pick, _ link: MediaLink) {
        client = pick.session.client
        library = pick.session.library
        asset = pick.asset
        mode = pick.session.configuration.representationMode
        // The multiplication cannot overflow: this server made the link, so its time comes from a clock.
        expires = min(Timestamp(milliseconds: link.expires * 1000), pick.session.expires)
    }
}

/// Keeps links that were verified, so that each is verified once and not for each of its images.
///
/// A single query of the store checks everything that a request has to prove: each query costs as much as all other
/// work for a small image.
struct VerifiedLinks: Sendable {
    private struct Proof: Hashable, Sendable {
        let link: String
        let secret: SHA256Digest
    }

    private let store: any SessionStore
    private let known: ReadCache<Proof, VerifiedLink>

    init(store: any SessionStore) {
        self.store = store
        known = store.makeCache(capacity: 10_000)
    }

    /// - Parameter secret: the hash of the token that was sent with the link.
    /// - Returns: nil if the link is not valid, has expired, or is not this client's.
    func link(_ text: String, secret: SHA256Digest, now: Timestamp) async throws -> VerifiedLink? {
        let found = try await known.value(of: Proof(link: text, secret: secret)) {
            guard let link = MediaLink(text), !link.isExpired(now),
                let pick = try await store.pick(in: link.session, at: link.position, bySecret: secret, now: now)
            else { return nil }
            let key = try await store.signingKey()
            guard link.isMade(for: pick.asset, client: pick.session.client.identifier, key: key) else { return nil }
            return VerifiedLink(pick, link)
        }
        return found.flatMap { now < $0.expires ? $0 : nil }
    }
}
