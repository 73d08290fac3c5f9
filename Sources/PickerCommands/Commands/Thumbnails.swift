internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

struct Thumbnails: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnails", abstract: "Make thumbnails of all photos, as JPEG files named by local identifier.",
        discussion: """
            DIR/manifest.jsonl says which file belongs to which photo, why one has none, and of which photos a part is \
            missing because the file is damaged ("incomplete"). The rest goes on when one \
            fails; the exit code is 65 then. What was made before, of photos that are what they were, is kept.

            Examples:
              picker thumbnails --library ~/Pictures --size 256 --out thumbnails
              picker thumbnails --album Holidays --size 1024x768 --quality 90 --out holidays
            """)

    @Option(help: ArgumentHelp("The box that each thumbnail fits into, in pixels.", valueName: "N|WxH"))
    var size: SizeArgument
    @Option(
        help: ArgumentHelp("The folder to write to; created if it does not exist.", valueName: "dir"),
        completion: .directory)
    var out: FilePath
    @Option(help: ArgumentHelp("An album, by identifier or title (default: everything).", valueName: "album"))
    var album: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Threads (default: what keeps the processors busy).", valueName: "n"))
    var jobs: Int?
    @Option(parsing: .unconditional, help: ArgumentHelp("JPEG quality.", valueName: "1-100"))
    var quality = QualityArgument(80)
    @Flag(help: "One JSON object a line for each photo, as in the manifest.")
    var json = false
    @OptionGroup var options: LibraryOptions
    @OptionGroup var cache: CacheOptions

    func validate() throws {
        guard (1...1024).contains(jobs ?? 1) else { throw ValidationError("--jobs must be 1 to 1024") }
        guard size.pixels != nil else { throw ValidationError("--size must be a number or WxH") }
        try size.check()
        try quality.check()
    }

    func execute() async throws -> ExitStatus {
        StandardOutput.shared.outliveReader()
        let library = try await options.open(threads: jobs, cache: cache)
        defer { library.close() }
        try OutputFolder.check(out, isOutside: library)
        let scope: FetchScope
        if let album {
            scope = .collection(try await library.namedAlbum(album).localIdentifier)
        } else {
            scope = .all
        }
        let folder = try OutputFolder(out)
        var request = FetchRequest(scope)
        request.namesChanges = false
        let result = try await library.fetch(request)
        let run = ThumbnailRun(
            library: library, folder: folder, size: size.pixels, quality: quality.percent, printsLines: json,
            progress: ProgressLine("thumbnails", quiet: options.backends.quiet), total: try await result.knownCount())
        do {
            // Twice as many requests as threads: each thread finds the next one waiting.
            try await run.make(AssetWindows(result), inFlight: 2 * (jobs ?? LibraryConfiguration.processorCount + 1))
        } catch {
            _ = try? await run.finish(isWhole: false)
            throw error
        }
        await library.finishCaching()
        return try summary(await run.finish(isWhole: true))
    }

    private func summary(_ counts: ThumbnailRun.Counts) throws -> ExitStatus {
        guard counts.failed > 0 else {
            let before = counts.madeBefore > 0 ? ", \(counts.madeBefore) of them made before" : ""
            if !json, !options.backends.quiet {
                StandardError.line(TextFormat.oneLine("\(counts.made) thumbnails in \(out)\(before)"))
            }
            return .done
        }
        throw CommandFailure(
            .badData, "\(counts.failed) of \(counts.made + counts.failed) have no thumbnail; see \(out)/manifest.jsonl")
    }
}
