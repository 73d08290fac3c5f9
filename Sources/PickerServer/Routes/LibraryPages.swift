internal import Hummingbird
internal import SessionStorage

/// What the owner's pages ask for of a library: to look around, to pick for a client, to see what clients may.
struct LibraryPages: Sendable {
    let libraries: LibrarySet
    let events: SessionEvents
    /// Nil: there are no clients.
    let store: (any SessionStore)?

    /// - Parameter group: where the library's pages find it.
    func addRoutes(of served: ServedLibrary, to group: RouterGroup<PageContext>) {
        served.addRoutes(to: group)
        guard let store else { return }
        let library = served.library
        AccessRoutes(library: library, store: store).add(to: group)
        let picking = group.group("sessions/:session").add(
            middleware: PickingScope(libraries: libraries, store: store))
        served.addRoutes(to: picking)
        PickedItemRoutes(library: library, store: store).add(to: picking)
    }
}
