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
        let (session, picked) = try await granted(String(parts[0]), context)
        let form = try MediaForm(parts.count == 2 ? parts[1] : "")
        let asset = try await watch.run(on: context.channel) { [library] in
            try await library.assets(withIdentifiers: [picked.localIdentifier]).first
        }
        guard let asset, asset.contentTag == picked.contentTag else {
            throw ServerError.notFound("this was removed or changed after it was picked")
        }
        switch form {
        case .image(let size, let mode):
            return try await ImageAnswer(library: library, watch: watch, request: request, context: context).response(
                picked.localIdentifier, version: asset.version,
                options: ImageOptions(targetSize: size, contentMode: mode, deliveryMode: .highQualityFormat))
        case .download, .video:
            return try await MediaDownload(
                library: library, watch: watch, mode: session.configuration.representationMode
            ).response(to: request, for: asset, isVideo: form == .video, on: context.channel)
        }
    }

    /// What a link leads to. Every link that is none for this client gets the same answer.
    private func granted(_ text: String, _ context: PageContext) async throws -> (StoredSession, PickedAsset) {
        let client = try context.requireClient()
        let now = Timestamp.now
        guard let link = MediaLink(text), !link.isExpired(now),
            let session = try await sessions.store.session(link.session, now: now),
            session.client.identifier == client.identifier, session.library == library.root, session.state == .picked,
            let picked = try await sessions.store.selectedAssets(
                of: session.identifier, offset: link.position, limit: 1
            ).first,
            link.isMade(for: picked, client: client.identifier, key: key)
        else {
            throw ServerError(
                .forbidden, "PERMISSION_DENIED", "this link is not valid, or not any more: list the media items again")
        }
        return (session, picked)
    }
}
