internal import Cryptography
internal import PhotoModel
internal import PickingSessions
internal import SessionStorage

/// What a media link leads to, for who has it and its client's token.
final class VerifiedLink: Sendable {
    let client: Client
    /// The root of the library.
    let library: String
    let asset: PickedAsset
    let mode: RepresentationMode
    /// When the link, or the session, ends.
    let expires: Timestamp

    init(_ pick: Pick, _ link: MediaLink) {
        client = pick.session.client
        library = pick.session.library
        asset = pick.asset
        mode = pick.session.configuration.representationMode
        // It was made here: its seconds are those of a clock.
        expires = min(Timestamp(milliseconds: link.expires * 1000), pick.session.expires)
    }
}

/// Links that were found to be right, so that each is looked up and computed once, and not for each image of it.
///
/// One look for all that a request has to prove: each look into the store costs as much as all else that a small image does.
struct VerifiedLinks: Sendable {
    private struct Proof: Hashable, Sendable {
        let link: String
        let secret: SHA256Digest
    }

    private let store: any SessionStore
    private let key: MessageKey
    private let known: ReadCache<Proof, VerifiedLink>

    init(store: any SessionStore, key: MessageKey) {
        self.store = store
        self.key = key
        known = store.makeCache(capacity: 10_000)
    }

    /// - Parameter secret: the hash of the token that came with the link.
    /// - Returns: nil for a link that is none, that is not this client's, or is not any more.
    func link(_ text: String, secret: SHA256Digest, now: Timestamp) async throws -> VerifiedLink? {
        let found = try await known.value(of: Proof(link: text, secret: secret)) {
            guard let link = MediaLink(text), !link.isExpired(now),
                let pick = try await store.pick(in: link.session, at: link.position, bySecret: secret, now: now),
                link.isMade(for: pick.asset, client: pick.session.client.identifier, key: key)
            else { return nil }
            return VerifiedLink(pick, link)
        }
        return found.flatMap { now < $0.expires ? $0 : nil }
    }
}
