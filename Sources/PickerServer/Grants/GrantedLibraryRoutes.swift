internal import Hummingbird
internal import PhotoModel

/// Which libraries a client was granted something of: each has a name for it in the addresses of `GrantedItemRoutes`.
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
