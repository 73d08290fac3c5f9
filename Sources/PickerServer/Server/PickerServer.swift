internal import Hummingbird
internal import Logging
public import PhotoModel
public import PickerHost
internal import PickingSessions
internal import Platform
public import ServiceLifecycle
internal import SessionStorage

/// Serves libraries to their owner as a web page.
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

    /// The address of the server, and how its owner gets in.
    public struct Address: Sendable {
        /// `http://127.0.0.1:8420/`, or the first public URL.
        public let url: String
        /// A link that signs in once.
        public let signInLink: String
    }

    /// Runs the session of `picker pick`; for `picker serve`, a session that does not end.
    public var coordinator: SessionCoordinator { served.coordinator }

    private var served: ServedLibrary { libraries.first }

    /// - Parameters:
    ///   - library: the first one, which the page shows if its address does not name a library.
    ///   - key: its name in addresses, like those of `others`.
    ///   - title: the name that its owner gave it; nil if there is none.
    ///   - others: libraries that are served beside it, as soon as they could be opened.
    ///   - onIndexState: called, after `onReady`, with the state of the first library's index, if `configuration` lets
    ///     this server refresh it.
    ///   - onSwap: swaps the library's backend when its owner says so; throws the reason if it did not. Nil: swapping
    ///     is refused.
    ///   - onReady: called when connections are accepted.
    public init(
        library: PhotoLibrary, key: String = "library", title: String? = nil, others: [OtherLibrary] = [],
        configuration: ServerConfiguration,
        onIndexState: @escaping @Sendable (IndexState) -> Void = { _ in },
        onSwap: (@Sendable () async throws -> Void)? = nil,
        onReady: @escaping @Sendable (Address) -> Void
    ) throws(PhotoError) {
        self.configuration = configuration
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
        // The libraries are not kept alive for them.
        configuration.metrics?.add(imagesOf: { [weak self] in self?.libraries.open.map(\.library) ?? [] })
    }

    /// The most bytes of the fields of a request. Heads that are not complete yet are in memory, and each connection may
    /// have one.
    private static let largestHead = 32 << 10

    /// Serves until it is asked to shut down.
    public func run() async throws {
        let connections = connections
        let (running, started) = AsyncStream.makeStream(of: Void.self)
        let code = try await firstCode()
        let application = Application(
            router: makeRouter(),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [ConnectionHandler(connections), DisconnectHandler(self.disconnects)],
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: Self.largestHead, maxHeaderListSize: Self.largestHead))),
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
                // The server could not start.
                if Task.isCancelled { return }
                await self.runBeside()
            }
            group.addTask { try await application.run() }
            // The task that ends is the server's; following changes ends with it.
            try await group.next()
            try await group.next()
        }
    }

    /// The code of the first link. If there are programs, the key that signs tokens is made, too.
    ///
    /// - Throws: `PhotoError` if the store cannot be written, for example because the disk is full.
    private func firstCode() async throws -> String {
        do {
            _ = try await configuration.store?.signingKey()
            return try await signIn.makeCode()
        } catch let error as SessionStoreError {
            throw PhotoError(error)
        }
    }

    /// How long a link signs in.
    public static let linkLifetime = Duration.seconds(SignIn.codeLifetime)

    /// Nil until connections are accepted.
    var boundPort: Int? { port.withLock { $0 } }

    /// A new link for signing in; nil until connections are accepted.
    func newLink() async throws -> String? {
        guard let port = boundPort else { return nil }
        return signInLink(port: port, code: try await signIn.makeCode())
    }

    /// A new link for signing in; nil if one was used already, or connections are not accepted yet.
    public func linkIfNoneWasOpened() async throws -> String? { signIn.hasTradedCode ? nil : try await newLink() }

    /// Tells every page that is open for picking that the server is about to end.
    ///
    /// A server for browsing may be back in a moment, for example after an update: its pages are not told, and wait
    /// until it is back.
    public func announceEnd() {
        guard configuration.picking != nil else { return }
        libraries.open.forEach { $0.events.send("closed") }
    }

    /// Does the work beside answering requests.
    private func runBeside() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.sideServers.run() }
            group.addTask { await self.served.follow() }
            for other in libraries.others { group.addTask { await other.run() } }
            group.addTask { await self.workOnStore() }
            group.addTask { await cancelWhenGracefulShutdown { await self.revocations.run() } }
        }
    }

    /// The store of the sign-ins. If the user configured none, sign-ins end with the server.
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

    /// Sends messages to webhooks, and deletes what has expired.
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
        // The link is opened on this machine, even if the server listens at all addresses.
        let isAny = configuration.host == "0.0.0.0" || configuration.host == "::"
        let host = isAny ? "127.0.0.1" : ServerConfiguration.urlHost(configuration.host)
        return "http://\(host):\(port)/"
    }

    /// A link that signs in one browser.
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

    private func makeRouter() -> Router<PageContext> {
        typealias Context = PageContext
        let router = RecordedRouter(Router(context: Context.self, options: .autoGenerateHeadEndpoints))
        if configuration.metrics != nil { router.add(middleware: RequestMetrics<Context>()) }
        router.add(middleware: SecurityHeaders<Context>())
        router.add(middleware: ErrorMiddleware<Context>())
        router.add(
            middleware: OriginGuard<Context>(hosts: configuration.ownHosts, publicOrigins: configuration.publicOrigins))
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
        if let store = configuration.store {
            ClientRoutes(
                libraries: libraries, store: store, events: sessionEvents, connections: connections,
                page: page, publicOrigin: configuration.publicOrigins.first
            ).add(to: router)
        }
        router.refuseOtherMethods()
        return router.router
    }
}
