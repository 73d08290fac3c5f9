internal import Hummingbird
internal import PhotoModel

/// Lists the libraries in which a client has grants. Each has a name for this client, which the addresses of
/// `GrantedItemRoutes` contain.
struct GrantedLibraryRoutes: Sendable {
    let scope: GrantScope

    func add(to group: RouterGroup<PageContext>) {
        group.reading("libraries") { _, context in
            let granted = try await scope.granted(context)
            return try Response.json(Document(libraries: granted.map { Document.Library(id: $0) }))
        }
    }

    private struct Document: Encodable {
        struct Library: Encodable {
            let id: String
        }
        let libraries: [Library]
    }
}
