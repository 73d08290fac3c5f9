internal import Cryptography
internal import Hummingbird
internal import Logging
public import PhotoModel
public import PickerHost
internal import PickingSessions
internal import Platform
public import ServiceLifecycle
internal import SessionStorage

/// Serves libraries as a web page, to their owner.
public final class PickerServer: Service {
    private let libraries: LibrarySet
    private let sessionEvents: SessionEvents
    private let configuration: ServerConfiguration
    private let page: PageFolder
    private let signIn: SignIn
    private let disconnects = DisconnectWatch()
    private let cookie: OwnerCookie
    private let onReady: @Sendable (Address) -> Void
    private let onSwap: (@Sendable () async throws -> Void)?
    private let connections: OpenConnections
    private let began = MonotonicTime.now
    private let port = Mutex<Int?>(nil)

    /// Where the server listens, and how its owner gets in.
    public struct Address: Sendable {
        /// `http://127.0.0.1:8420/`, or the first public URL.
        public let url: String
        /// A link that signs in once.
        public let signInLink: String
    }

    /// The session of `picker pick`; for `picker serve` one that does not end.
    public var coordinator: SessionCoordinator { served.coordinator }

    private var served: ServedLibrary { libraries.first }

    /// - Parameters:
    ///   - library: the first one: what the page shows when its address names none.
    ///   - key: names it in addresses, as those of `others` do.
    ///   - title: what its owner calls it; nil: nothing.
    ///   - others: are served beside it, from when they could be opened.
    ///   - onIndexState: hears, after `onReady`, how far the index of the first is that `configuration` lets this server refresh.
    ///   - onSwap: swaps the library's backend, or throws why it did not, when its owner says so; nil: that is refused.
    ///   - onReady: called when connections are accepted.
    public init(
        library: PhotoLibrary, key: String = "library", title: String? = nil, others: [OtherLibrary] = [],
        configuration: ServerConfiguration,
        onIndexState: @escaping @Sendable (IndexState) -> Void = { _ in },
        onSwap: (@Sendable () async throws -> Void)? = nil,
        onReady: @escaping @Sendable (Address) -> Void
    ) throws(PhotoError) {
        self.configuration = configuration
        configuration.metrics?.add(cachesOf: library)
        configuration.metrics?.add(imagesOf: library)
        configuration.metrics?.addWorkers()
        self.onReady = onReady
        self.onSwap = onSwap
        connections = OpenConnections(configuration.connectionLimits)
        signIn = SignIn(store: try Self.ownerStore(configuration))
        cookie = OwnerCookie(
            port: configuration.port == 0 ? Int.random(in: 65_536..<1_000_000) : configuration.port,
            publicOrigins: configuration.publicOrigins, isKept: configuration.store != nil)
        page = try PageFolder.standard()
        let events = SessionEvents()
        sessionEvents = events
        libraries = LibrarySet(
            firstKey: key,
            first: ServedLibrary(
                library, title: title, configuration, sessions: events, onIndexState: onIndexState),
            others: others.map { LateLibrary($0, configuration, sessions: events) })
    }

    /// Serves until it is asked to shut down.
    public func run() async throws {
        let connections = connections
        let (running, started) = AsyncStream.makeStream(of: Void.self)
        let (key, code) = try await secrets()
        let application = Application(
            router: makeRouter(signing: key),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [ConnectionHandler(connections), DisconnectHandler(self.disconnects)])),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: "Picker"),
            onServerRunning: { [self] channel in
                await connections.start(on: channel)
                let port = channel.localAddress?.port ?? configuration.port
                self.port.withLock { $0 = port }
                onReady(Address(url: url(port: port), signInLink: signInLink(port: port, code: code)))
                started.finish()
            },
            logger: Logger(label: "picker.http"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in running {}
                // The server could not begin.
                if Task.isCancelled { return }
                await self.runBeside()
            }
            group.addTask { try await application.run() }
            // The one that ends is the server: following changes ends with it.
            try await group.next()
            try await group.next()
        }
    }

    /// What tokens are signed with, if there are programs, and the code of the first link.
    ///
    /// - Throws: `PhotoError`, where the store cannot be written, as when the disk is full.
    private func secrets() async throws -> (key: MessageKey?, code: String) {
        do {
            return (try await configuration.store?.signingKey(), try await signIn.makeCode())
        } catch let error as SessionStoreError {
            throw PhotoError(error)
        }
    }

    /// For how long a link signs in.
    public static let linkLifetime = Duration.seconds(SignIn.codeLifetime)

    /// Nil until connections are accepted.
    var boundPort: Int? { port.withLock { $0 } }

    /// A new link; nil until connections are accepted.
    func newLink() async throws -> String? {
        guard let port = boundPort else { return nil }
        return signInLink(port: port, code: try await signIn.makeCode())
    }

    /// A new link; nil when one was opened already, or connections are not accepted yet.
    public func linkIfNoneWasOpened() async throws -> String? { signIn.hasTradedCode ? nil : try await newLink() }

    /// Reports to every open page for picking once that the server is about to end.
    ///
    /// A server for browsing may be back in a moment, as after an update: its pages hear nothing, and wait until it is there again.
    public func announceEnd() {
        guard configuration.picking != nil else { return }
        libraries.open.forEach { $0.events.send("closed") }
    }

    /// What goes on while the server answers.
    private func runBeside() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.sideServers.run() }
            group.addTask { await self.served.follow() }
            for other in libraries.others { group.addTask { await other.run() } }
            group.addTask { await self.workOnStore() }
            group.addTask { await cancelWhenGracefulShutdown { await self.revocations.run() } }
        }
    }

    /// What keeps sign-ins; without a store of the user's they end with the server.
    private static func ownerStore(_ configuration: ServerConfiguration) throws(PhotoError) -> any OwnerStore {
        do throws(SessionStoreError) {
            if let store = configuration.store { return store }
            return try SQLSessionStore.inMemory()
        } catch {
            throw PhotoError(error)
        }
    }

    private var revocations: RevocationWatch {
        RevocationWatch(connections: connections, signIns: signIn.store, store: configuration.store)
    }

    /// Tells webhooks what there is to tell, and forgets what is over.
    private func workOnStore() async {
        guard let store = configuration.store else { return }
        await cancelWhenGracefulShutdown {
            async let telling: Void = WebhookSender(store: store).run()
            await Forgetting(store: store).run()
            await telling
        }
    }

    private func url(port: Int) -> String {
        if let origin = configuration.publicOrigins.first { return "\(origin.text)/" }
        // The link is opened on this machine, whatever addresses are bound.
        let isAny = configuration.host == "0.0.0.0" || configuration.host == "::"
        let host = isAny ? "127.0.0.1" : ServerConfiguration.urlHost(configuration.host)
        return "http://\(host):\(port)/"
    }

    /// A link that signs in once.
    private func signInLink(port: Int, code: String) -> String { "\(url(port: port))signin?code=\(code)" }

    private var sideServers: SideServers {
        let routes = ControlRoutes(
            status: { [self] in status },
            makeLink: { [self] in try await newLink() },
            swap: onSwap, metrics: configuration.metrics)
        return SideServers(
            routes: routes, controls: configuration.controls, metricsAddress: configuration.metricsAddress,
            isHealthy: { [self] in !served.index.hasFailed })
    }

    private var status: StatusDocument {
        StatusDocument(
            version: ProductVersion.text, processIdentifier: CurrentProcess.identifier,
            address: boundPort.map { url(port: $0) }, library: served.library.root,
            backend: StatusDocument.Backend(of: served.library), index: IndexDocument(served.index.state),
            connections: connections.count, uptime: Int((MonotonicTime.now - began) / 1_000_000_000),
            residentBytes: ProcessMemory.residentBytes, workers: .ofProcess,
            otherLibraries: libraries.others.map { StatusDocument.Other($0) })
    }

    private func makeRouter(signing key: MessageKey?) -> Router<PageContext> {
        typealias Context = PageContext
        let router = RecordedRouter(Router(context: Context.self, options: .autoGenerateHeadEndpoints))
        if configuration.metrics != nil { router.add(middleware: RequestMetrics<Context>()) }
        router.add(middleware: SecurityHeaders<Context>())
        router.add(middleware: ErrorMiddleware<Context>())
        router.add(middleware: OriginGuard<Context>(hosts: hosts, publicOrigins: configuration.publicOrigins))
        router.add(middleware: WatchedConnections(watch: disconnects))
        let pages = PageRoutes(page: page, signIn: signIn, cookie: cookie)
        pages.add(to: router)
        SignInRoutes(page: pages, signIn: signIn, cookie: cookie).add(to: router)
        let owned = router.group("/picker/v1").add(
            middleware: OwnerGuard(signIn: signIn, cookie: cookie, connections: connections)
        ).add(middleware: EndedSignIn(signIn: signIn, cookie: cookie, session: coordinator))
        OwnerRoutes(signIn: signIn).add(to: owned)
        let libraryPages = LibraryPages(
            libraries: libraries, events: sessionEvents, store: configuration.store)
        libraryPages.addRoutes(of: served, to: owned)
        LibraryRoutes(libraries: libraries, pages: libraryPages).add(to: owned)
        if let store = configuration.store, let key {
            ClientRoutes(
                libraries: libraries, store: store, events: sessionEvents, connections: connections,
                page: page, key: key, publicOrigin: configuration.publicOrigins.first
            ).add(to: router)
        }
        router.refuseOtherMethods()
        return router.router
    }

    private var hosts: Set<String> {
        let host = configuration.host.lowercased()
        return ["127.0.0.1", "localhost", "::1", IPv6Text.canonical(host) ?? host]
    }
}
