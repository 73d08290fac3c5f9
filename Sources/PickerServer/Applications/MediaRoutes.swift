internal import Cryptography
internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import SessionStorage

/// Images and files of picked assets, at the addresses of signed links.
struct MediaRoutes: Sendable {
    let sessions: ClientSessionRoutes
    let connections: OpenConnections
    private let verified: VerifiedLinks

    init(sessions: ClientSessionRoutes, connections: OpenConnections) {
        self.sessions = sessions
        self.connections = connections
        verified = VerifiedLinks(store: sessions.store)
    }

    func add(to group: RouterGroup<PageContext>) {
        group.reading("media/:link") { request, context in try await answer(request, context) }
    }

    private func answer(_ request: Request, _ context: PageContext) async throws -> Response {
        let address = MediaAddress(context.parameters.get("link"))
        let link = try await granted(address.link, request)
        let form = try MediaForm(address.form)
        let library = try sessions.library(root: link.library)
        connections.note(.client(link.client.identifier), on: context.channel)
        let asset = try await library.assets(withIdentifiers: [link.asset.localIdentifier]).first
        guard let asset, asset.contentTag == link.asset.contentTag else {
            throw ServerError.notFound("this was removed or changed after it was picked")
        }
        return try await MediaAnswer(library: library, mode: link.mode, client: link.client.identifier)
            .response(to: request, for: asset, form: form)
    }

    /// What a link leads to. Every link that is not valid for this client gets the same answer.
    private func granted(_ text: String, _ request: Request) async throws -> VerifiedLink {
        guard let secret = ClientGuard.secret(in: request.headers) else { throw ClientGuard.refusal }
        if let link = try await verified.link(text, secret: secret, now: .now),
            sessions.libraries.has(root: link.library)
        {
            try ClientGuard.checkOrigin(of: request, for: link.client)
            return link
        }
        guard let client = try await sessions.store.client(withSecret: secret) else { throw ClientGuard.refusal }
        try ClientGuard.checkOrigin(of: request, for: client)
        throw ServerError(
            .forbidden, "PERMISSION_DENIED", "this link is not valid, or not any more: list the media items again")
    }
}
