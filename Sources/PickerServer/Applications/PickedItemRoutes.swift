internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import SessionStorage

/// The files of what was picked in a client's session, for the owner's page, which hands them to the page that asked for it.
struct PickedItemRoutes: Sendable {
    let library: PhotoLibrary
    let store: any SessionStore
    let watch: DisconnectWatch

    func add(to group: RouterGroup<PageContext>) {
        group.get("items/:number") { request, context in
            guard let session = context.picking, session.state == .picked, let text = context.parameters.get("number"),
                let number = Int(text), number >= 0,
                let picked = try await store.selectedAssets(of: session.identifier, offset: number, limit: 1).first,
                let asset = try await library.assets(withIdentifiers: [picked.localIdentifier]).first,
                asset.contentTag == picked.contentTag
            else { throw ServerError.notFound("this was not picked, or was removed or changed since") }
            return try await MediaDownload(
                library: library, watch: watch, mode: session.configuration.representationMode
            ).response(to: request, for: asset, isVideo: asset.mediaType == .video, on: context.channel)
        }
    }
}
