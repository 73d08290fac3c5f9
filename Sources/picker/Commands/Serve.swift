internal import ArgumentParser
internal import PickerHost
internal import PickerServer

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

struct Serve: InterruptibleCommand, AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the library as a web page, to you alone.",
        discussion: """
            Prints a link that signs in once. SIGHUP reads the configuration file again and swaps the backend to what \
            it names, while serving.
            """)

    @OptionGroup var options: LibraryOptions
    @Option(help: ArgumentHelp("Where to listen.", valueName: "host:port"))
    var listen = "127.0.0.1:8420"

    func validate() throws {
        guard ServerConfiguration.parseListen(listen) != nil else {
            throw ValidationError("--listen must be HOST:PORT, such as 127.0.0.1:8420")
        }
    }

    mutating func run(signals: SignalInbox) async throws -> ExitStatus {
        let library = try await options.open()
        defer { library.close() }
        let address = ServerConfiguration.parseListen(listen) ?? ("127.0.0.1", 8420)  // Checked in validate.
        let configuration = ServerConfiguration(host: address.host, port: address.port)
        if !configuration.isLoopback { warnAboutNetwork(configuration.host) }
        let server = try PickerServer(library: library, configuration: configuration) { address in
            StandardError.line(
                """
                Serving \(TextFormat.oneLine(library.root)) with \(library.backend.id) at \(address.url)
                Open this link to sign in (it works once):
                  \(address.signInLink)
                """)
        }
        let settings = options
        let ended = try await ServerRun(server, address: listen).run(signals: signals) {
            await Self.reload(library, settings)
        }
        return ended == SIGINT ? .interrupted : .done
    }

    private func warnAboutNetwork(_ host: String) {
        StandardError.line(
            "picker: warning: \(host) can be reached from the network, without encryption: put a proxy with TLS in "
                + "front of it")
    }

    /// A swap that fails changes nothing: the log says why, and the old backend goes on.
    private static func reload(_ library: PhotoLibrary, _ options: LibraryOptions) async {
        let before = DeployerLimits.ofProcess
        do {
            let settings = try options.settings()
            DeployerLimits.ofProcess = settings.limits
            try await library.swap(to: settings.choice, registry: settings.registry)
            StandardError.line("picker: now served by \(library.backend.id) (\(library.backendPath))")
        } catch {
            DeployerLimits.ofProcess = before
            StandardError.line(
                "picker: still served by \(library.backend.id): "
                    + TextFormat.oneLine(DoctorReport.message(of: error)))
        }
    }
}
