internal import ArgumentParser
internal import PhotoModel
internal import PickerCommands
internal import PickerHost
internal import PickerServer
internal import Platform
internal import SessionStorage

struct Serve: InterruptibleCommand, AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the library as a web page, to you alone.",
        discussion: """
            Prints a link that signs in once; picker ctl link makes more. SIGHUP, or picker ctl swap, reads the \
            configuration file again and swaps the backend to what it names, while serving. It ends with its terminal, \
            unless nohup or a service starts it.

            Examples:
              picker serve ~/Pictures
              picker serve ~/Pictures --open
              picker serve ~/Pictures --public-url https://photos.example
              picker serve --library ~/Pictures --library home
            """)

    @OptionGroup var given: FolderArgument
    @Option(
        name: .customLong("library"),
        help: ArgumentHelp(
            "The folder of photos (default: the pictures folder), an address, or a name of picker libraries; may be "
                + "given more than once.", valueName: "dir|NAME"), completion: .directory)
    var libraries: [String] = []
    @Option(help: ArgumentHelp("Where to listen.", valueName: "host:port"))
    var listen = "127.0.0.1:8420"
    @Option(
        help: ArgumentHelp(
            "Where to give /metrics for Prometheus, and /healthz, without signing in.", valueName: "host:port"))
    var metrics: String?
    @OptionGroup var address: PublicAddress
    @OptionGroup var phone: PhoneCode
    @Flag(help: "Open the page in the desktop's browser; the page of a server that runs already, if one does.")
    var open = false
    @OptionGroup var options: OpeningOptions
    @OptionGroup var backends: BackendOptions
    @OptionGroup var cache: CacheOptions

    func validate() throws {
        if let metrics, ServerConfiguration.parseListen(metrics) == nil {
            throw ValidationError("--metrics must be HOST:PORT, such as 127.0.0.1:9420")
        }
        guard ServerConfiguration.parseListen(listen) != nil else {
            throw ValidationError("--listen must be HOST:PORT, such as 127.0.0.1:8420")
        }
        try address.check(listen: listen)
    }

    mutating func run(signals: SignalInbox) async throws -> ExitStatus {
        signals.endOnHangUp(after: .ofProcess)
        let browser = DesktopBrowser()
        if open, let link = await Ctl.Link.ofRunningServer() {
            if given.folder != nil || !libraries.isEmpty, !backends.quiet {
                StandardError.line(
                    "picker: a server runs already: this is its page, picker ctl status says what it serves")
            }
            if !browser.open(link) { StandardOutput.shared.line(link) }
            return .done
        }
        defer { browser.close() }
        ServerRun.raiseLimits()
        let served = try await ServedLibraries(
            (given.folder.map { [$0] } ?? []) + libraries, options, backends, cache)
        let library = try await served.openFirst()
        defer { served.close() }
        var configuration = makeConfiguration()
        let store = try ServerStore.openForServing(options.dataDirectory)
        defer { store.close() }
        configuration.store = store
        configuration.metrics = startMetrics()
        address.warn(listen: configuration.host, isLoopback: configuration.isLoopback)
        let progress = IndexProgressLine(quiet: backends.quiet)
        let phone = phone
        let opensBrowser = open
        let server = try PickerServer(
            library: library, key: served.first.key, title: served.first.title, others: served.others,
            configuration: configuration, onIndexState: progress.update, onSwap: served.swap
        ) { address in
            StandardError.line(
                "Serving \(TextFormat.oneLine(library.root)) with \(library.backend.id) at \(address.url)")
            Self.invite(address, phone)
            if opensBrowser { browser.open(address.signInLink) }
        }
        defer { progress.finish() }
        let ended = try await ServerRun(server, address: listen).run(
            signals: signals, reload: { await Self.reload(served) })
        return ended == .interrupt ? .interrupted : .done
    }

    /// What the options say.
    private func makeConfiguration() -> ServerConfiguration {
        let place = ServerConfiguration.parseListen(listen) ?? ("127.0.0.1", 8420)  // Checked in validate.
        var configuration = ServerConfiguration(host: place.host, port: place.port)
        configuration.publicOrigins = address.origins
        configuration.refreshesIndex = true
        configuration.controls = .standard
        configuration.metricsAddress = metrics.flatMap(ServerConfiguration.parseListen)
        return configuration
    }

    /// Prints how to sign in. A link is not written into the journal, whose readers must not be able to sign in.
    private static func invite(_ address: PickerServer.Address, _ phone: PhoneCode) {
        if StandardError.isJournal { return StandardError.line("picker ctl link prints a link to sign in") }
        StandardError.line("Open this link to sign in (it works once, for ten minutes):\n  \(address.signInLink)")
        SSHForwarding.explain(address.signInLink)
        phone.show(address.signInLink)
    }

    private func startMetrics() -> MetricsRegistry {
        let registry = MetricsRegistry()
        registry.startForProcess()
        return registry
    }

    /// Swaps the backends. If that fails, nothing changes: the log says why, and the old backend is still used.
    private static func reload(_ served: ServedLibraries) async {
        do {
            try await served.swap()
        } catch {
            StandardError.line("picker: \(TextFormat.oneLine(DoctorReport.message(of: error)))")
        }
    }
}
