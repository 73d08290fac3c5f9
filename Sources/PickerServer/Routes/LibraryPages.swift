internal import Hummingbird
internal import PickerHost
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
        AccessRoutes(root: library.root, store: store) { library }.add(to: group)
        let picking = group.group("sessions/:session").add(
            middleware: PickingScope(libraries: libraries, store: store))
        served.addRoutes(to: picking)
        PickedItemRoutes(library: library, store: store).add(to: picking)
    }

    /// What goes without the library: what programs may see of it, and taking that back.
    func addRoutes(ofAway library: LateLibrary, to group: RouterGroup<PageContext>) {
        guard let store else { return }
        AccessRoutes(root: library.root, store: store) { try await library.library().library }.add(to: group)
    }
}
