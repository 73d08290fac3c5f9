internal import Cryptography
internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import SessionStorage

/// Images and files of what was picked, by signed links.
struct MediaRoutes: Sendable {
    let sessions: ClientSessionRoutes
    let watch: DisconnectWatch
    let key: MessageKey

    private var library: PhotoLibrary { sessions.library }

    func add(to group: RouterGroup<PageContext>) {
        group.get("media/:link") { request, context in try await answer(request, context) }
    }

    private func answer(_ request: Request, _ context: PageContext) async throws -> Response {
        let parts = (context.parameters.get("link") ?? "").split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let pick = try await granted(String(parts[0]), context)
        let form = parts.count == 2 ? parts[1] : ""
        _ = try MediaForm(form)
        let asset = try await watch.run(on: context.channel) { [library] in
            try await library.assets(withIdentifiers: [pick.asset.localIdentifier]).first
        }
        guard let asset, asset.contentTag == pick.asset.contentTag else {
            throw ServerError.notFound("this was removed or changed after it was picked")
        }
        return try await MediaAnswer(
            library: library, watch: watch, mode: pick.session.configuration.representationMode
        ).response(to: request, for: asset, form: form, context)
    }

    /// What a link leads to. Every link that is none for this client gets the same answer.
    private func granted(_ text: String, _ context: PageContext) async throws -> Pick {
        let client = try context.requireClient()
        let now = Timestamp.now
        guard let link = MediaLink(text), !link.isExpired(now),
            let pick = try await sessions.store.pick(in: link.session, at: link.position, now: now),
            pick.session.client.identifier == client.identifier, pick.session.library == library.root,
            link.isMade(for: pick.asset, client: client.identifier, key: key)
        else {
            throw ServerError(
                .forbidden, "PERMISSION_DENIED", "this link is not valid, or not any more: list the media items again")
        }
        return pick
    }
}
