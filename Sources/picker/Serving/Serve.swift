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
    @Option(
        name: .customLong("library"),
        help: ArgumentHelp(
            "The folder of photos (default: the pictures folder), an address, or a name of picker libraries; may be "
                + "given more than once.", valueName: "dir|NAME"))
    var libraries: [String] = []
    @OptionGroup var options: OpeningOptions
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
        let served = try ServedLibraries((given.folder.map { [$0] } ?? []) + libraries, options, cache)
        let library = try await served.openFirst()
        defer { served.close() }
        let address = ServerConfiguration.parseListen(listen) ?? ("127.0.0.1", 8420)  // Checked in validate.
        var configuration = ServerConfiguration(host: address.host, port: address.port)
        configuration.refreshesIndex = true
        configuration.controls = .standard
        configuration.store = try ServerStore.openForServing(options.dataDirectory)
        configuration.metrics = startMetrics()
        configuration.metricsAddress = metrics.flatMap(ServerConfiguration.parseListen)
        if !configuration.isLoopback { warnAboutNetwork(configuration.host) }
        let progress = IndexProgressLine(quiet: options.backends.quiet)
        let server = try PickerServer(
            library: library, key: served.first.key, title: served.first.title, others: served.others,
            configuration: configuration, onIndexState: progress.update, onSwap: served.swap
        ) { address in
            StandardError.line(
                "Serving \(TextFormat.oneLine(library.root)) with \(library.backend.id) at \(address.url)")
            StandardError.line(Self.invitation(address))
        }
        defer { progress.finish() }
        let ended = try await ServerRun(server, address: listen).run(signals: signals) {
            await Self.reload(served)
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
    private static func reload(_ served: ServedLibraries) async {
        do {
            try await served.swap()
        } catch {
            StandardError.line("picker: \(TextFormat.oneLine(DoctorReport.message(of: error)))")
        }
    }
}
