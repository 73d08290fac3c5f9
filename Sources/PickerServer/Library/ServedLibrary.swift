internal import Hummingbird
internal import Logging
internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import ServiceLifecycle

/// A library that is served: what all of its pages share.
final class ServedLibrary: Sendable {
    let library: PhotoLibrary
    /// Runs the session of the server's own pages of the library.
    let coordinator: SessionCoordinator
    /// Events for its pages.
    let events: EventHub
    /// The assets of the collections that were granted to programs.
    let members: CollectionMembers
    let index: ServedIndex
    /// The name that its owner gave it; nil if there is none.
    private let givenTitle: String?
    private let fetches: FetchCache
    private let hashes: WindowHashes
    private let sessions: SessionEvents
    private let configuration: ServerConfiguration

    /// - Parameters:
    ///   - sessions: events of clients' sessions, which all libraries of the server share.
    ///   - onIndexState: called with the state of the index, if `configuration` lets this server refresh it.
    init(
        _ library: PhotoLibrary, title: String?, _ configuration: ServerConfiguration, sessions: SessionEvents,
        onIndexState: @escaping @Sendable (IndexState) -> Void = { _ in }
    ) {
        self.library = library
        givenTitle = title
        self.configuration = configuration
        self.sessions = sessions
        events = EventHub(sessions: sessions)
        members = CollectionMembers(of: library)
        coordinator = SessionCoordinator(configuration.picking ?? .unrestricted, receive: configuration.receive)
        index = ServedIndex(library, isRefreshed: !configuration.refreshesIndex, onState: onIndexState)
        fetches = FetchCache(library)
        hashes = WindowHashes(library)
    }

    /// The name that its owner gave it, its own title, or the name of its folder.
    var title: String {
        if let givenTitle { return givenTitle }
        if let title = library.info.title { return title }
        let name = library.root.split(separator: "/").last
        return name.map(String.init) ?? "/"
    }

    /// Adds the routes of a page, for this server's own session or a client's.
    func addRoutes(to group: RouterGroup<PageContext>) {
        SessionRoutes(
            library: library, title: title, purpose: configuration.purpose, coordinator: coordinator,
            store: configuration.store, events: sessions, index: index, asker: configuration.asker
        ).add(to: group)
        // The page shows only what may be chosen in the session.
        let mediaTypes = configuration.picking?.mediaFilter.types ?? .any
        CollectionRoutes(library: library, fetches: fetches, hashes: hashes, mediaTypes: mediaTypes).add(to: group)
        AssetRoutes(library: library).add(to: group)
        ProblemRoutes(library: library).add(to: group)
        EventRoutes(events: events, store: configuration.store).add(to: group)
    }

    /// Brings the index up to date, then tells open pages of changes until the server shuts down.
    func follow() async {
        if index.state != .ready { await refreshIndex() }
        let changes: AsyncStream<LibraryChange>
        do throws(PhotoError) {
            changes = try library.changes(includingSubscriptionStart: true)
        } catch {
            Logger(label: "picker.http").info("the page will not show changes by itself: \(error.message)")
            return
        }
        for await _ in changes.cancelOnGracefulShutdown() {
            await fetches.clear()
            events.send("libraryChanged")
            // The reason may be gone: an observation that fails begins again, and reports a reload.
            if index.hasFailed { await refreshIndex() }
        }
    }

    private func refreshIndex() async {
        await index.refresh { [fetches, events] in
            Task {
                await fetches.clear()
                events.send("libraryChanged")
            }
        }
    }
}
