internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

struct Assets: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "assets", abstract: "List the photos and videos of an album (default: the camera roll).",
        discussion: """
            Times are of the clock where the photo was taken, with its offset from UTC where that is known. In JSON they \
            end in "Z" where it is not; "creationOffsetKnown" is false then.

            Examples:
              picker assets ~/Pictures --sort -created --limit 20
              picker assets --album Holidays --media video --json
              picker assets --search "lake 2024" --rating 4-5
            """)

    @OptionGroup var given: FolderArgument
    @OptionGroup var selection: AssetSelection
    @Option(help: ArgumentHelp("Only what matches (names, titles, keywords, cameras, dates).", valueName: "text"))
    var search: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Skip this many.", valueName: "n"))
    var offset = 0
    @Option(parsing: .unconditional, help: ArgumentHelp("At most this many.", valueName: "n"))
    var limit: Int?
    @Flag(help: "One JSON object a line.")
    var json = false
    @OptionGroup var options: LibraryOptions

    func validate() throws {
        guard offset >= 0 else { throw ValidationError("--offset must not be negative") }
        guard (limit ?? 0) >= 0 else { throw ValidationError("--limit must not be negative") }
    }

    func execute() async throws -> ExitStatus {
        let library = try await options.open(root: given.folder)
        defer { library.close() }
        let scope = try await selection.scope(in: library)
        if let result = try await fetch(scope, library) {
            var window = AssetWindows(result, offset: offset, limit: limit)
            while let assets = try await window.next() {
                for asset in assets { try await printLine(asset, library) }
                // Flushed so that the first assets are seen while the rest is still being fetched.
                StandardOutput.shared.flush()
            }
        } else {
            for asset in try await sortedHere(scope, library) { try await printLine(asset, library) }
        }
        try await warnOfLeftOut(library)
        return .done
    }

    /// Warns how many files were left out, if the whole library was listed. Only a backend with an index is asked: one without
    /// would have to look at all files again, and reports the number itself at the end of a listing.
    private func warnOfLeftOut(_ library: PhotoLibrary) async throws {
        guard selection.album == nil, search == nil, selection.conditions.isEmpty, !options.backends.quiet,
            library.backend.capabilities.contains(.index)
        else { return }
        let files = try await library.diagnostics().filter {
            $0.relativePath == "." && $0.reason == .unsupportedFormat
        }
        for diagnostic in files { StandardError.line("picker: warning: " + TextFormat.oneLine(diagnostic.message)) }
    }

    /// Fetches the assets in the requested order; nil if the backend cannot sort.
    private func fetch(_ scope: FetchScope, _ library: PhotoLibrary) async throws(PhotoError) -> FetchResult? {
        var request = FetchRequest(scope, options: selection.fetchOptions, searchText: search)
        request.namesChanges = false
        do throws(PhotoError) {
            return try await library.fetch(request)
        } catch {
            guard error.status == .unsupported, search == nil, selection.sort != nil else { throw error }
            return nil
        }
    }

    /// Sorts the assets here, for a backend that cannot. All have to be fetched before the first one is known.
    private func sortedHere(_ scope: FetchScope, _ library: PhotoLibrary) async throws -> some Sequence<Asset> {
        var request = FetchRequest(scope, options: selection.fetchOptions)
        (request.options.sort, request.namesChanges) = ([], false)
        let result = try await library.fetch(request)
        let all = try await result.window(offset: 0, length: .max)
        let sorted = selection.sort.map { order in all.sorted { order.isBefore($0, $1) } } ?? all
        return sorted.dropFirst(offset).prefix(limit ?? .max)
    }

    private func printLine(_ asset: Asset, _ library: PhotoLibrary) async throws {
        guard json else {
            StandardOutput.shared.line(TextFormat.line(asset))
            return
        }
        try JSONOutput.line(try await library.document(of: asset))
    }
}
