internal import Hummingbird
internal import Logging
internal import PhotoModel
public import PickerHost
public import ServiceLifecycle
internal import Synchronization

/// Serves a library as a web page, to its owner.
public final class PickerServer: Service {
    /// The session of `picker pick`; for `picker serve` one that nobody ends.
    public let desk: PickingDesk
    private let library: PhotoLibrary
    private let configuration: ServerConfiguration
    private let page: PageFolder
    private let signIn = SignIn()
    private let events = EventHub()
    private let disconnects = DisconnectWatch()
    /// Cookies do not know ports, so two servers on one machine need two names.
    private let cookieName: String
    private let onReady: @Sendable (Address) -> Void

    /// Where the server listens, and how its owner gets in.
    public struct Address: Sendable {
        /// `http://127.0.0.1:8420/`
        public let url: String
        /// A link that signs in once.
        public let signInLink: String
    }

    /// - Parameter onReady: called when connections are accepted.
    public init(
        library: PhotoLibrary, configuration: ServerConfiguration, onReady: @escaping @Sendable (Address) -> Void
    ) throws(PhotoError) {
        self.library = library
        self.configuration = configuration
        self.onReady = onReady
        cookieName = "picker_\(configuration.port == 0 ? Int.random(in: 65_536..<1_000_000) : configuration.port)"
        page = try PageFolder.standard()
        if case .pick(let picking) = configuration.purpose {
            desk = PickingDesk(picking)
        } else {
            desk = PickingDesk(.unrestricted)
        }
    }

    /// Serves until it is told to shut down.
    public func run() async throws {
        let fetches = FetchCache(library)
        let application = Application(
            router: makeRouter(fetches),
            server: .http1(configuration: .init(additionalChannelHandlers: [DisconnectHandler(self.disconnects)])),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: "Picker"),
            onServerRunning: { [self] channel in
                let port = channel.localAddress?.port ?? configuration.port
                onReady(address(port: port))
            },
            logger: Logger(label: "picker.http"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.followChanges(fetches) }
            group.addTask { try await application.run() }
            // The one that ends is the server: following changes ends with it.
            try await group.next()
            try await group.next()
        }
    }

    /// Tells everybody who has the page open that the server is about to end.
    public func announceEnd() { events.send("closed") }

    private func address(port: Int) -> Address {
        // Somebody on this machine opens the link, whatever addresses are bound.
        let isAny = configuration.host == "0.0.0.0" || configuration.host == "::"
        let host = isAny ? "127.0.0.1" : ServerConfiguration.urlHost(configuration.host)
        let url = "http://\(host):\(port)/"
        return Address(url: url, signInLink: "\(url)signin?code=\(signIn.makeCode())")
    }

    private func followChanges(_ fetches: FetchCache) async {
        let changes: AsyncStream<LibraryChange>
        do throws(PhotoError) {
            changes = try library.changeEventsAndBeginnings()
        } catch {
            Logger(label: "picker.http").info("the page will not show changes by itself: \(error.message)")
            return
        }
        for await _ in changes.cancelOnGracefulShutdown() {
            await fetches.clear()
            events.send("libraryChanged")
        }
    }

    private func makeRouter(_ fetches: FetchCache) -> Router<PageContext> {
        typealias Context = PageContext
        let router = Router(context: Context.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityHeaders<Context>())
        router.add(middleware: ErrorMiddleware<Context>())
        router.add(middleware: OriginGuard<Context>(hosts: hosts))
        PageRoutes<Context>(page: page, signIn: signIn, cookieName: cookieName).add(to: router)
        let owned = router.group("/picker/v1")
            .add(middleware: OwnerGuard<Context>(signIn: signIn, cookieName: cookieName))
        SessionRoutes<Context>(library: library, purpose: configuration.purpose, desk: desk).add(to: owned)
        CollectionRoutes(library: library, watch: disconnects, fetches: fetches, mediaTypes: mediaTypes).add(to: owned)
        AssetRoutes(library: library, watch: disconnects).add(to: owned)
        EventRoutes(events: events, watch: disconnects).add(to: owned)
        return router
    }

    /// What the session lets people choose is what it shows.
    private var mediaTypes: MediaTypes {
        if case .pick(let picking) = configuration.purpose { picking.mediaFilter.types } else { .any }
    }

    private var hosts: Set<String> {
        ["127.0.0.1", "localhost", "::1", configuration.host.lowercased()]
    }
}
