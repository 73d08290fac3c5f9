internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

struct Add: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Save photos and videos into the library.",
        discussion: """
            Nothing is ever overwritten: a name that is taken gets a number. A file shows when it is complete; what is \
            interrupted leaves nothing. Without --album they go into the library's own folder. The rest is added \
            when one cannot be; the exit code is then that of the first one.

            Examples:
              picker add ~/Downloads/IMG_0003.jpg --library ~/Pictures
              picker add *.jpg --album Holidays
            """)

    @Argument(help: ArgumentHelp("Photos and videos.", valueName: "file"), completion: .file())
    var files: [FilePath]
    @Option(
        help: ArgumentHelp(
            "Add to the album with this title, a folder of the library; created if it does not exist.",
            valueName: "title"))
    var album: String?
    @Flag(help: "One JSON object a line for each that was added.")
    var json = false
    @OptionGroup var options: LibraryOptions

    func execute() async throws -> ExitStatus {
        StandardOutput.shared.outliveReader()
        let library = try await options.open()
        defer { library.close() }
        guard library.backend.capabilities.contains(.write) else {
            throw CommandFailure(
                .unavailable, "the backend \(library.backend.id) cannot add; choose another with --backend")
        }
        let progress = ProgressLine("adding", unit: "MB", quiet: options.backends.quiet)
        var run = AddRun(library: library, album: album, progress: progress)
        defer { run.removeEmptyAlbum() }
        var firstFailure: ExitStatus?
        for file in files {
            do {
                try show(try await run.add(file))
            } catch let failure as CommandFailure where failure.status != .interrupted {
                progress.finish()
                StandardError.line("picker: \(TextFormat.error(failure.message))")
                firstFailure = firstFailure ?? failure.status
            }
        }
        progress.finish()
        return firstFailure ?? .done
    }

    /// Flushes, so that an added asset is reported even if a later one fails.
    private func show(_ asset: Asset) throws {
        if json {
            try JSONOutput.line(AssetDocument(asset))
        } else {
            StandardOutput.shared.line(TextFormat.line(asset))
        }
        StandardOutput.shared.flush()
    }
}
