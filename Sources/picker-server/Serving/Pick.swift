internal import ArgumentParser
internal import PhotoModel
internal import PickerCommands
internal import PickerHost
internal import PickerServer
internal import PickingSessions
internal import Platform

struct Pick: InterruptibleCommand, AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pick", abstract: "Let a person pick photos in the browser, and print what was picked.",
        discussion: """
            Prints in the order of picking; the exit code is 1 when the person cancelled.

            Examples:
              picker pick ~/Pictures --limit 3
              picker pick --media image --print0 | xargs -0 -r cp -t . --
              picker pick --limit 1 --copy-to ~/Desktop
            """)

    @OptionGroup var given: FolderArgument
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
        name: .customLong("copy-to"), help: ArgumentHelp("Copy what was picked into this folder.", valueName: "dir"),
        completion: .directory)
    var copyTo: FilePath?
    @Option(help: ArgumentHelp("Where to listen (default: any free port of this machine).", valueName: "host:port"))
    var listen = "127.0.0.1:0"
    @Flag(inversion: .prefixedNo, help: "Open the page in the desktop's browser.")
    var open = true
    @OptionGroup var address: PublicAddress
    @OptionGroup var phone: PhoneCode
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Take only files of this kind, such as image/png or '*.jpg'; may be given several times.", valueName: "kind"
        ))
    var accept: [String] = []
    @Option(
        name: .customLong("asked-by"), parsing: .unconditional,
        help: ArgumentHelp("Which program the page says that it picks for.", valueName: "name"))
    var askedBy: String?
    @OptionGroup var options: LibraryOptions
    @OptionGroup var cache: CacheOptions

    enum PrintOption: String, WordOption { case path, id, json }

    func validate() throws {
        guard configuration != nil else {
            throw ValidationError("--limit must be at least 1, --min at least 0 and not above --limit")
        }
        guard ServerConfiguration.parseListen(listen) != nil else {
            throw ValidationError("--listen must be HOST:PORT, such as 127.0.0.1:0")
        }
        try address.check(listen: listen)
        if let mistaken = FilePatterns(patterns: accept).mistaken {
            throw ValidationError("--accept \(mistaken) is no kind of file; write image/png, 'image/*' or '*.jpg'")
        }
    }

    mutating func run(signals: SignalInbox) async throws -> ExitStatus {
        ServerRun.raiseLimits()
        signals.endOnHangUp(after: .ofProcess)
        let library = try await options.open(
            root: given.folder, cache: cache, desktopThumbnails: .read, refreshesIndex: false)
        defer { library.close() }
        try check(library)
        let progress = IndexProgressLine(quiet: options.backends.quiet)
        defer { progress.finish() }
        let browser = DesktopBrowser()
        defer { browser.close() }
        let output = PickedOutput(
            library: library, print: print, usesNUL: print0, copyTo: copyTo, accepted: FilePatterns(patterns: accept))
        let handover = Handover(output)
        let server = try makeServer(library, progress, browser, handover)
        let running = ServerRun(server, address: listen)
        let outcome = Task {
            let session = await server.coordinator.outcome()
            await running.end()
            return session
        }
        let renewal = Task { await Self.renewLink(of: server) }
        defer { renewal.cancel() }
        // SIGHUP may be sent to all processes named picker, so that servers read their settings again. It does not end the
        // picking unless the terminal is gone.
        let signal = try await running.run(signals: signals, onSignal: handover.cancel)
        if let signal, server.coordinator.isPending {
            outcome.cancel()
            return signal == .interrupt ? .interrupted : .nothingPicked
        }
        return await outcome.value.state == .picked ? .done : handover.failure ?? .nothingPicked
    }

    /// Checks before anything is picked, so that no one picks for nothing.
    private func check(_ library: PhotoLibrary) throws {
        if let copyTo {
            try OutputFolder.check(copyTo, isOutside: library)
            try OutputFolder(copyTo).check()
        }
        guard library.info.hasFiles || print != .path || copyTo != nil else {
            throw CommandFailure(
                .usage, "the photos of \(library.root) are no files here; add --copy-to DIR, or --print id or json")
        }
    }

    /// Prints another link as long as no one has opened one: there is no other way in.
    private static func renewLink(of server: PickerServer) async {
        while (try? await Task.sleep(for: PickerServer.linkLifetime)) != nil {
            guard let link = try? await server.linkIfNoneWasOpened() else { return }
            StandardError.line("That link is too old by now; this one takes its place:\n  \(link)")
        }
    }

    private var configuration: PickingConfiguration? {
        PickingConfiguration(
            selectionLimit: limit, minimum: min, mediaFilter: media, isOrdered: ordered, allowsWholeAlbums: true)
    }

    private func makeServer(
        _ library: PhotoLibrary, _ progress: IndexProgressLine, _ browser: DesktopBrowser, _ handover: Handover
    ) throws(PhotoError) -> PickerServer {
        let place = ServerConfiguration.parseListen(listen) ?? ("127.0.0.1", 0)  // Checked in validate.
        let (opensBrowser, phone) = (open, phone)
        var serving = ServerConfiguration(
            host: place.host, port: place.port, purpose: .pick(configuration ?? .unrestricted))
        serving.refreshesIndex = true
        serving.asker = askedBy.map { TextFormat.oneLine(String($0.prefix(80))) }
        serving.receive = handover.take
        serving.publicOrigins = address.origins
        address.warn(listen: place.host, isLoopback: serving.isLoopback)
        return try PickerServer(library: library, configuration: serving, onIndexState: progress.update) { address in
            StandardError.line("Pick here (the link works once, for ten minutes):\n  \(address.signInLink)")
            SSHForwarding.explain(address.signInLink)
            phone.show(address.signInLink)
            if opensBrowser { browser.open(address.signInLink) }
        }
    }
}
