internal import Hummingbird
internal import PickerHost
internal import SessionStorage

/// The routes of a library for the owner's pages: browsing, picking for a client, and what clients may see.
struct LibraryPages: Sendable {
    let libraries: LibrarySet
    let events: SessionEvents
    /// Nil if there are no clients.
    let store: (any SessionStore)?

    /// - Parameter group: the group in which the library's pages expect the routes.
    func addRoutes(of served: ServedLibrary, to group: RouterGroup<PageContext>) {
        served.addRoutes(to: group)
        guard let store else { return }
        let library = served.library
        AccessRoutes(root: library.root, store: store) { library }.add(to: group)
        let picking = group.group("sessions/:session").add(
            middleware: PickingScope(libraries: libraries, store: store))
        served.addRoutes(to: picking)
        PickedItemRoutes(libraries: libraries, store: store).add(to: picking)
    }

    /// Adds the routes that work without the library: what programs may see of it, and revoking that.
    func addRoutes(ofAway library: LateLibrary, to group: RouterGroup<PageContext>) {
        guard let store else { return }
        AccessRoutes(root: library.root, store: store) { try await library.library().library }.add(to: group)
    }
}
