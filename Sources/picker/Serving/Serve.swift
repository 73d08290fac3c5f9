internal import ArgumentParser
internal import PhotoModel
internal import PickerHost
internal import PickerServer
internal import Platform

struct Serve: InterruptibleCommand, AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the library as a web page, to you alone.",
        discussion: """
            Prints a link that signs in once; picker ctl link makes more. SIGHUP, or picker ctl swap, reads the \
            configuration file again and swaps the backend to what it names, while serving.
            """)

    @OptionGroup var given: FolderArgument
    @OptionGroup var options: LibraryOptions
    @OptionGroup var cache: CacheOptions
    @Option(help: ArgumentHelp("Where to listen.", valueName: "host:port"))
    var listen = "127.0.0.1:8420"
    @Option(
        help: ArgumentHelp(
            "Where to give /metrics for Prometheus, and /healthz, without signing in.", valueName: "host:port"))
    var metrics: String?

    func validate() throws {
        if let metrics, ServerConfiguration.parseListen(metrics) == nil {
            throw ValidationError("--metrics must be HOST:PORT, such as 127.0.0.1:9420")
        }
        guard ServerConfiguration.parseListen(listen) != nil else {
            throw ValidationError("--listen must be HOST:PORT, such as 127.0.0.1:8420")
        }
    }

    mutating func run(signals: SignalInbox) async throws -> ExitStatus {
        ServerRun.raiseLimits()
        let library = try await options.open(root: given.folder, cache: cache, refreshesIndex: false)
        defer { library.close() }
        let address = ServerConfiguration.parseListen(listen) ?? ("127.0.0.1", 8420)  // Checked in validate.
        var configuration = ServerConfiguration(host: address.host, port: address.port)
        configuration.refreshesIndex = true
        configuration.controls = .standard
        configuration.store = try ServerStore.openForServing(options.dataDirectory)
        configuration.metrics = startMetrics()
        configuration.metricsAddress = metrics.flatMap(ServerConfiguration.parseListen)
        if !configuration.isLoopback { warnAboutNetwork(configuration.host) }
        let progress = IndexProgressLine(quiet: options.backends.quiet)
        let settings = options
        let server = try PickerServer(
            library: library, configuration: configuration, onIndexState: progress.update,
            onSwap: { try await Self.swap(library, settings) }
        ) { address in
            StandardError.line(
                "Serving \(TextFormat.oneLine(library.root)) with \(library.backend.id) at \(address.url)")
            StandardError.line(Self.invitation(address))
        }
        defer { progress.finish() }
        let ended = try await ServerRun(server, address: listen).run(signals: signals) {
            await Self.reload(library, settings)
        }
        return ended == .interrupt ? .interrupted : .done
    }

    /// How to sign in. Readers of the journal must not be able to.
    private static func invitation(_ address: PickerServer.Address) -> String {
        if StandardError.isJournal { return "picker ctl link prints a link to sign in" }
        return "Open this link to sign in (it works once):\n  \(address.signInLink)"
    }

    private func startMetrics() -> MetricsRegistry {
        let registry = MetricsRegistry()
        registry.startForProcess()
        return registry
    }

    private func warnAboutNetwork(_ host: String) {
        StandardError.line(
            "picker: warning: \(host) can be reached from the network, without encryption: put a proxy with TLS in "
                + "front of it")
    }

    /// A swap that fails changes nothing: the log says why, and the old backend goes on.
    private static func reload(_ library: PhotoLibrary, _ options: LibraryOptions) async {
        do {
            try await swap(library, options)
        } catch {
            StandardError.line(
                "picker: still served by \(library.backend.id): "
                    + TextFormat.oneLine(DoctorReport.message(of: error)))
        }
    }

    /// Swaps the backend to what the configuration file names now.
    private static func swap(_ library: PhotoLibrary, _ options: LibraryOptions) async throws {
        let before = ResourceLimits.ofProcess
        do {
            let settings = try options.settings()
            ResourceLimits.ofProcess = settings.limits
            try await library.swap(to: settings.choice, registry: settings.registry)
            StandardError.line("picker: now served by \(library.backend.id) (\(library.backendPath))")
        } catch {
            ResourceLimits.ofProcess = before
            throw PhotoError(.unsupported, DoctorReport.message(of: error))
        }
    }
}
