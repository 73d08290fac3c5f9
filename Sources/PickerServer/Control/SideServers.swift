internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import PhotoModel
internal import Platform

/// Answers requests that do not come from the page: those of the owner, on a socket of this machine, and those of
/// monitoring programs, on an address of its own.
///
/// The server runs without them: if one of them cannot be opened, that is logged.
struct SideServers: Sendable {
    let routes: ControlRoutes
    let controls: ControlFolder?
    /// The address of `/metrics` and `/healthz`, which need no sign-in; nil: there is none.
    let metricsAddress: (host: String, port: Int)?
    let isHealthy: @Sendable () -> Bool

    /// The most connections that are open at once on each address. Monitoring programs need a few.
    private static let mostConnections = 64

    /// Runs them until the server is asked to shut down.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await listenToOwner() }
            group.addTask { await listenToMonitors() }
        }
    }

    private func listenToOwner() async {
        guard let controls else { return }
        do throws(PhotoError) {
            let socket = try controls.makeSocket()
            await run(
                routes.router, at: .unixDomainSocket(path: socket.shortPath), name: "\(controls.path)/\(socket.name)")
            try? socket.remove()
        } catch {
            logger.warning("\(error.message)")
        }
    }

    private func listenToMonitors() async {
        guard let (host, port) = metricsAddress, let metrics = routes.metrics else { return }
        // Monitoring programs that need only the status send HEAD.
        let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ErrorMiddleware())
        let place = ServerConfiguration(host: host, port: port)
        if place.isLoopback { router.add(middleware: HostGuard(hosts: place.ownHosts)) }
        router.get("/metrics") { _, _ in metrics.response }
        router.get("/healthz") { _, _ in
            let isHealthy = isHealthy()
            return try Response.json(
                ["status": isHealthy ? "ok" : "failing"], status: isHealthy ? .ok : .serviceUnavailable)
        }
        await run(router, at: .hostname(host, port: port), name: "\(host):\(port)")
    }

    private func run(_ router: Router<BasicRequestContext>, at address: BindAddress, name: String) async {
        // Monitoring programs, and others who can connect, must not use up the descriptors that the page and its photos
        // need.
        let connections = OpenConnections(ConnectionLimits(count: Self.mostConnections))
        do {
            try await Application(
                router: router,
                server: .http1(configuration: .init(additionalChannelHandlers: [ConnectionHandler(connections)])),
                configuration: ApplicationConfiguration(address: address, serverName: "Picker"),
                onServerRunning: { await connections.start(on: $0) }, logger: Logger(label: "picker.http")
            ).run()
        } catch is CancellationError {
        } catch {
            // SwiftNIO also names the function of its own that failed, which does not help readers of the log.
            let reason = (error as? IOError).map { "\(SystemError(code: $0.errnoCode))" } ?? "\(error)"
            logger.warning("\(name): cannot be listened on: \(reason)")
        }
    }

    private var logger: Logger { Logger(label: "picker.control") }
}

/// Refuses requests for other hosts than this machine, so that a page of the web cannot read what only this machine can
/// connect to (DNS rebinding). Monitoring programs may leave the Host out, as browsers never do; and whether the server is
/// well is told to all, as a load balancer on this machine may ask with the public name.
private struct HostGuard: RouterMiddleware {
    typealias Context = BasicRequestContext

    /// In lower case, without ports.
    let hosts: Set<String>

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        if request.uri.path != "/healthz", let authority = request.head.authority {
            let name = OriginGuard<Context>.hostName(of: authority)
            guard let name, hosts.contains(name) else { throw ServerError.misdirected }
        }
        return try await next(request, context)
    }
}
