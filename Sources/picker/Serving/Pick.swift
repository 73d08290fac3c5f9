internal import ArgumentParser
internal import PhotoModel
internal import PickerHost
internal import PickerServer
internal import PickingSessions
internal import Platform

struct Pick: InterruptibleCommand, AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pick", abstract: "Let a person pick photos in the browser, and print what was picked.",
        discussion: "Prints in the order of picking; the exit code is 1 when the person cancelled.")

    @OptionGroup var given: FolderArgument
    @OptionGroup var options: LibraryOptions
    @OptionGroup var cache: CacheOptions
    @Option(parsing: .unconditional, help: ArgumentHelp("At most this many.", valueName: "n"))
    var limit: Int?
    @Option(parsing: .unconditional, help: ArgumentHelp("At least this many.", valueName: "n"))
    var min = 0
    @Option(help: "Which media types.")
    var media: MediaFilter = .any
    @Flag(help: "Show the order of picking.")
    var ordered = false
    @Option(help: "What is printed for each.")
    var print: PrintOption = .path
    @Flag(help: "A NUL byte instead of a line break after each, for names with line breaks.")
    var print0 = false
    @Option(
        name: .customLong("copy-to"), help: ArgumentHelp("Copy what was picked into this folder.", valueName: "dir"))
    var copyTo: String?
    @Option(help: ArgumentHelp("Where to listen (default: any free port of this machine).", valueName: "host:port"))
    var listen = "127.0.0.1:0"
    @Flag(inversion: .prefixedNo, help: "Open the page in the desktop's browser.")
    var open = true

    enum PrintOption: String, ExpressibleByArgument, CaseIterable { case path, id, json }

    func validate() throws {
        guard configuration != nil else {
            throw ValidationError("--limit must be at least 1, --min at least 0 and not above --limit")
        }
        guard ServerConfiguration.parseListen(listen) != nil else {
            throw ValidationError("--listen must be HOST:PORT, such as 127.0.0.1:0")
        }
    }

    mutating func run(signals: SignalInbox) async throws -> ExitStatus {
        ServerRun.raiseLimits()
        let library = try await options.open(root: given.folder, cache: cache, refreshesIndex: false)
        defer { library.close() }
        guard library.info.hasFiles || print != .path || copyTo != nil else {
            throw CommandFailure(
                .usage, "the photos of \(library.root) are no files here; add --copy-to DIR, or --print id or json")
        }
        let progress = IndexProgressLine(quiet: options.backends.quiet)
        defer { progress.finish() }
        let server = try makeServer(library, progress)
        let running = ServerRun(server, address: listen)
        let outcome = Task {
            let session = await server.coordinator.outcome()
            await running.end()
            return session
        }
        if let signal = try await running.run(signals: signals), server.coordinator.isPending {
            outcome.cancel()
            return signal == .interrupt ? .interrupted : .nothingPicked
        }
        let session = await outcome.value
        guard session.state == .picked else { return .nothingPicked }
        let assets = try await library.assets(withIdentifiers: session.localIdentifiers)
        try await PickedOutput(library: library, print: print, usesNUL: print0, copyTo: copyTo).write(assets)
        return .done
    }

    private var configuration: PickingConfiguration? {
        PickingConfiguration(
            selectionLimit: limit, minimum: min, mediaFilter: media, isOrdered: ordered)
    }

    private func makeServer(
        _ library: PhotoLibrary, _ progress: IndexProgressLine
    ) throws(PhotoError) -> PickerServer {
        let address = ServerConfiguration.parseListen(listen) ?? ("127.0.0.1", 0)  // Checked in validate.
        let opensBrowser = open
        var serving = ServerConfiguration(
            host: address.host, port: address.port, purpose: .pick(configuration ?? .unrestricted))
        serving.refreshesIndex = true
        return try PickerServer(library: library, configuration: serving, onIndexState: progress.update) { address in
            StandardError.line("Pick here (the link works once):\n  \(address.signInLink)")
            if opensBrowser { DesktopBrowser.open(address.signInLink) }
        }
    }
}
