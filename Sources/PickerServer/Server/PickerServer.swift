internal import Cryptography
internal import Hummingbird
internal import Logging
public import PhotoModel
public import PickerHost
internal import PickingSessions
internal import Platform
public import ServiceLifecycle
internal import SessionStorage

/// Serves a library as a web page, to its owner.
public final class PickerServer: Service {
    /// The session of `picker pick`; for `picker serve` one that does not end.
    public let coordinator: SessionCoordinator
    private let library: PhotoLibrary
    private let configuration: ServerConfiguration
    private let page: PageFolder
    private let signIn: SignIn
    private let events = EventHub()
    private let disconnects = DisconnectWatch()
    /// Cookies do not know ports, so two servers on one machine need two names.
    private let cookieName: String
    private let onReady: @Sendable (Address) -> Void
    private let index: ServedIndex
    private let onSwap: (@Sendable () async throws -> Void)?
    private let connections: OpenConnections
    private let began = MonotonicTime.now
    /// Nil until connections are accepted.
    private let port = Mutex<Int?>(nil)

    /// Where the server listens, and how its owner gets in.
    public struct Address: Sendable {
        /// `http://127.0.0.1:8420/`
        public let url: String
        /// A link that signs in once.
        public let signInLink: String
    }

    /// - Parameters:
    ///   - onIndexState: hears, after `onReady`, how far the index is that `configuration` lets this server refresh.
    ///   - onSwap: swaps the library's backend, or throws why it did not, when its owner says so; nil: that is refused.
    ///   - onReady: called when connections are accepted.
    public init(
        library: PhotoLibrary, configuration: ServerConfiguration,
        onIndexState: @escaping @Sendable (IndexState) -> Void = { _ in },
        onSwap: (@Sendable () async throws -> Void)? = nil,
        onReady: @escaping @Sendable (Address) -> Void
    ) throws(PhotoError) {
        self.library = library
        self.configuration = configuration
        configuration.metrics?.add(cachesOf: library)
        self.onReady = onReady
        self.onSwap = onSwap
        connections = OpenConnections(configuration.connectionLimits)
        signIn = SignIn(store: configuration.store)
        index = ServedIndex(library, isRefreshed: !configuration.refreshesIndex, onState: onIndexState)
        cookieName = "picker_\(configuration.port == 0 ? Int.random(in: 65_536..<1_000_000) : configuration.port)"
        page = try PageFolder.standard()
        if case .pick(let picking) = configuration.purpose {
            coordinator = SessionCoordinator(picking)
        } else {
            coordinator = SessionCoordinator(.unrestricted)
        }
    }

    /// Serves until it is asked to shut down.
    public func run() async throws {
        let fetches = FetchCache(library)
        let connections = connections
        let (running, started) = AsyncStream.makeStream(of: Void.self)
        let key = try await configuration.store?.signingKey()
        let application = Application(
            router: makeRouter(fetches, key: key),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [ConnectionHandler(connections), DisconnectHandler(self.disconnects)])),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: "Picker"),
            onServerRunning: { [self] channel in
                await connections.start(on: channel)
                let port = channel.localAddress?.port ?? configuration.port
                self.port.withLock { $0 = port }
                onReady(Address(url: url(port: port), signInLink: signInLink(port: port)))
                started.finish()
            },
            logger: Logger(label: "picker.http"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in running {}
                // The server could not begin.
                if Task.isCancelled { return }
                async let side: Void = self.sideServers.run()
                await self.followLibrary(fetches)
                await side
            }
            group.addTask { try await application.run() }
            // The one that ends is the server: following changes ends with it.
            try await group.next()
            try await group.next()
        }
    }

    /// Reports to every open page that the server is about to end.
    public func announceEnd() { events.send("closed") }

    private func url(port: Int) -> String {
        // The link is opened on this machine, whatever addresses are bound.
        let isAny = configuration.host == "0.0.0.0" || configuration.host == "::"
        let host = isAny ? "127.0.0.1" : ServerConfiguration.urlHost(configuration.host)
        return "http://\(host):\(port)/"
    }

    /// A link that signs in once.
    private func signInLink(port: Int) -> String { "\(url(port: port))signin?code=\(signIn.makeCode())" }

    private var sideServers: SideServers {
        let routes = ControlRoutes(
            status: { [self] in status },
            makeLink: { [self] in port.withLock { $0 }.map { signInLink(port: $0) } },
            swap: onSwap, metrics: configuration.metrics)
        return SideServers(
            routes: routes, controls: configuration.controls, metricsAddress: configuration.metricsAddress,
            isHealthy: { [self] in !index.hasFailed })
    }

    private var status: StatusDocument {
        StatusDocument(
            version: ProductVersion.text, processIdentifier: CurrentProcess.identifier,
            address: port.withLock { $0 }.map { url(port: $0) }, library: library.root,
            backend: StatusDocument.Backend(of: library), index: IndexDocument(index.state),
            connections: connections.count, uptime: Int((MonotonicTime.now - began) / 1_000_000_000),
            residentBytes: ProcessMemory.residentBytes)
    }

    /// Brings the index up to date, then observes what changes.
    private func followLibrary(_ fetches: FetchCache) async {
        if index.state != .ready { await refreshIndex(fetches) }
        await followChanges(fetches)
    }

    private func refreshIndex(_ fetches: FetchCache) async {
        await index.refresh { [events] in
            Task {
                await fetches.clear()
                events.send("libraryChanged")
            }
        }
    }

    private func followChanges(_ fetches: FetchCache) async {
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
            // What was in the way may be gone: an observation that fails begins again, and reports that.
            if index.hasFailed { await refreshIndex(fetches) }
        }
    }

    private func makeRouter(_ fetches: FetchCache, key: MessageKey?) -> Router<PageContext> {
        typealias Context = PageContext
        let router = Router(context: Context.self, options: .autoGenerateHeadEndpoints)
        if configuration.metrics != nil { router.add(middleware: MetricsMiddleware<Context>()) }
        router.add(middleware: SecurityHeaders<Context>())
        router.add(middleware: ErrorMiddleware<Context>())
        router.add(middleware: OriginGuard<Context>(hosts: hosts))
        PageRoutes(page: page, signIn: signIn, cookieName: cookieName).add(to: router)
        let owned = router.group("/picker/v1")
            .add(middleware: OwnerGuard<Context>(signIn: signIn, cookieName: cookieName))
        addPageRoutes(to: owned, fetches)
        guard let store = configuration.store, let key else { return router }
        let picking = owned.group("sessions/:session").add(middleware: PickingScope(library: library, store: store))
        addPageRoutes(to: picking, fetches)
        PickedItemRoutes(library: library, store: store, watch: disconnects).add(to: picking)
        ClientRoutes(library: library, store: store, events: events, watch: disconnects, page: page, key: key)
            .add(to: router)
        return router
    }

    /// What the page asks for, of this server's own session or of a client's.
    private func addPageRoutes(to group: RouterGroup<PageContext>, _ fetches: FetchCache) {
        SessionRoutes(
            library: library, purpose: configuration.purpose, coordinator: coordinator, store: configuration.store,
            events: events, index: index
        ).add(to: group)
        CollectionRoutes(library: library, watch: disconnects, fetches: fetches, mediaTypes: mediaTypes).add(to: group)
        AssetRoutes(library: library, watch: disconnects).add(to: group)
        EventRoutes(events: events, watch: disconnects).add(to: group)
    }

    /// What the session lets people choose is what it shows.
    private var mediaTypes: MediaTypes {
        if case .pick(let picking) = configuration.purpose { picking.mediaFilter.types } else { .any }
    }

    private var hosts: Set<String> {
        ["127.0.0.1", "localhost", "::1", configuration.host.lowercased()]
    }
}
