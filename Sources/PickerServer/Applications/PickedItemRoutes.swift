internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import SessionStorage

/// The files of what was picked in a client's session, for the owner's page, which passes them to the page that asked.
/// They are those of the library in which something was picked, whichever library the page shows.
struct PickedItemRoutes: Sendable {
    let libraries: LibrarySet
    let store: any SessionStore

    func add(to group: RouterGroup<PageContext>) {
        group.reading("items/:number") { request, context in
            guard let session = context.picking,
                let number = context.parameters.get("number").flatMap({ Int($0) }),
                number >= 0, let pick = try await store.pick(in: session.identifier, at: number, now: .now),
                let library = try libraries.library(root: pick.session.library)?.library,
                let asset = try await library.assets(withIdentifiers: [pick.asset.localIdentifier]).first,
                asset.contentTag == pick.asset.contentTag
            else { throw ServerError.notFound("this was not picked, or was removed or changed since") }
            return try await MediaDownload(
                library: library, mode: session.configuration.representationMode,
                client: pick.session.client.identifier
            ).response(to: request, for: asset, isVideo: asset.mediaType == .video)
        }
    }
}
