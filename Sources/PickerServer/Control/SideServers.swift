internal import Hummingbird
internal import Logging
internal import PhotoModel
internal import Platform

/// Answers beside the page: the owner on a socket of this machine, and who watches servers on an address of its own.
///
/// Neither is worth the server: what cannot be opened is said in the log.
struct SideServers: Sendable {
    let routes: ControlRoutes
    let controls: ControlFolder?
    /// For `/metrics` and `/healthz`, without signing in; nil: none.
    let metricsAddress: (host: String, port: Int)?
    let isHealthy: @Sendable () -> Bool

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
        let router = Router(context: BasicRequestContext.self)
        router.add(middleware: ErrorMiddleware())
        router.get("/metrics") { _, _ in metrics.response }
        router.get("/healthz") { _, _ in
            let isHealthy = isHealthy()
            return try Response.json(
                ["status": isHealthy ? "ok" : "failing"], status: isHealthy ? .ok : .serviceUnavailable)
        }
        await run(router, at: .hostname(host, port: port), name: "\(host):\(port)")
    }

    private func run(_ router: Router<BasicRequestContext>, at address: BindAddress, name: String) async {
        do {
            let configuration = ApplicationConfiguration(address: address, serverName: "Picker")
            try await Application(
                router: router, configuration: configuration, logger: Logger(label: "picker.http")
            ).run()
        } catch is CancellationError {
        } catch {
            logger.warning("\(name): cannot be listened on: \(error)")
        }
    }

    private var logger: Logger { Logger(label: "picker.control") }
}
