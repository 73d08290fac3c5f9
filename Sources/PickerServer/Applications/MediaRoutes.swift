internal import Cryptography
internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import Platform
internal import SessionStorage

/// Images and files of what was picked, by signed links.
struct MediaRoutes: Sendable {
    let sessions: ClientSessionRoutes
    let watch: DisconnectWatch
    let connections: OpenConnections
    let key: MessageKey
    private let verified = VerifiedLinks()

    init(
        sessions: ClientSessionRoutes, watch: DisconnectWatch, connections: OpenConnections, key: MessageKey
    ) {
        self.sessions = sessions
        self.watch = watch
        self.connections = connections
        self.key = key
    }

    func add(to group: RouterGroup<PageContext>) {
        group.get("media/:link") { request, context in try await answer(request, context) }
    }

    private func answer(_ request: Request, _ context: PageContext) async throws -> Response {
        let address = MediaAddress(context.parameters.get("link"))
        let pick = try await granted(address.link, request)
        _ = try MediaForm(address.form)
        let library = try sessions.library(of: pick.session)
        connections.note(.client(pick.session.client.identifier), on: context.channel)
        let asset = try await watch.run(on: context.channel) {
            try await library.assets(withIdentifiers: [pick.asset.localIdentifier]).first
        }
        guard let asset, asset.contentTag == pick.asset.contentTag else {
            throw ServerError.notFound("this was removed or changed after it was picked")
        }
        return try await MediaAnswer(
            library: library, watch: watch, mode: pick.session.configuration.representationMode
        ).response(to: request, for: asset, form: address.form, context)
    }

    /// What a link leads to. Every link that is none for this client gets the same answer.
    private func granted(_ text: String, _ request: Request) async throws -> Pick {
        guard let secret = ClientGuard.secret(in: request.headers) else { throw ClientGuard.refusal }
        let now = Timestamp.now
        if let link = MediaLink(text), !link.isExpired(now),
            let pick = try await sessions.store.pick(in: link.session, at: link.position, bySecret: secret, now: now),
            sessions.libraries.has(root: pick.session.library), verified.isMade(link, text, for: pick, key: key)
        {
            try ClientGuard.checkOrigin(of: request, for: pick.session.client)
            return pick
        }
        guard let client = try await sessions.store.client(withSecret: secret) else { throw ClientGuard.refusal }
        try ClientGuard.checkOrigin(of: request, for: client)
        throw ServerError(
            .forbidden, "PERMISSION_DENIED", "this link is not valid, or not any more: list the media items again")
    }
}

/// Links whose code was found to be right, so that each is computed once and not for each image of it.
private final class VerifiedLinks: Sendable {
    private struct Target: Equatable {
        let client: Int64
        let asset: PickedAsset
    }

    /// With one more, all are forgotten.
    private static let capacity = 10_000
    private let targets = Mutex<[String: Target]>([:])

    /// Whether a link, of this text, was made for what it leads to now.
    func isMade(_ link: MediaLink, _ text: String, for pick: Pick, key: MessageKey) -> Bool {
        let target = Target(client: pick.session.client.identifier, asset: pick.asset)
        if targets.withLock({ $0[text] }) == target { return true }
        guard link.isMade(for: pick.asset, client: target.client, key: key) else { return false }
        targets.withLock { targets in
            if targets.count >= Self.capacity { targets = [:] }
            targets[text] = target
        }
        return true
    }
}
