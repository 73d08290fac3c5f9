internal import ArgumentParser
internal import PhotoModel
internal import PickerCommands
internal import PickerHost
internal import SessionStorage

struct Migrate: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Move from a folder of photos to a library on servers: photos, albums, favourites, grants.",
        discussion: """
            picker migrate --from ~/Pictures --library club

            Brings the photos in as picker ingest does, each with the path that it has, gives programs the grants in the new \
            library that they have in the folder, and then compares both. The folder stays as it is. What was interrupted goes \
            on where it was when the same is said once more. The exit code is 65 when something of the folder is not in the \
            library, and that is listed.
            """)

    @Option(help: ArgumentHelp("The folder of photos, or its name.", valueName: "dir|NAME"), completion: .directory)
    var from: String
    @Option(help: ArgumentHelp("The library: a name of picker libraries.", valueName: "NAME"))
    var library: String
    @OptionGroup var ingesting: IngestOptions
    @Flag(help: "As one JSON document.")
    var json = false
    @OptionGroup var opening: OpeningOptions
    @OptionGroup var backends: BackendOptions

    private struct Document: Encodable {
        let photos: IngestReport
        let differences: [LibraryComparison.Difference]
        let grants: Int
        let lostGrants: [GrantCopy.Lost]
    }

    func execute() async throws -> ExitStatus {
        LogOutput.start(quiet: backends.quiet, verbose: backends.verbose)
        let store = try ServerStore.open(opening.dataDirectory)
        let source = try await open(from)
        defer { source.close() }
        guard let folder = source.location.folder else {
            throw CommandFailure(.usage, "\(from) is no folder; what is on a server already is not moved")
        }
        let report = try await IngestRun.bringIn(
            from: folder, into: library, workers: ingesting.workers, keepsDuplicates: true,
            try opening.settings(backends))
        let target = try await open(library)
        defer { target.close() }
        let copied = try await store.run { try await GrantCopy(store: $0, from: source, to: target).run() }
        let differences = try await LibraryComparison(source, target).differences()
        let document = Document(
            photos: report, differences: differences, grants: copied.count, lostGrants: copied.lost)
        if json { try JSONOutput.document(document) } else { Self.print(document) }
        return differences.isEmpty && copied.lost.isEmpty && report.failures.isEmpty ? .done : .badData
    }

    private func open(_ named: String) async throws -> PhotoLibrary {
        let place = try NamedPlace(named)
        let settings = try opening.settings(backends)
        let configuration = LibraryConfiguration(root: place.location, backend: settings.choice)
        return try await opening.open(configuration, place, settings, quiet: backends.quiet)
    }

    private static func print(_ document: Document) {
        let rows = [["grants", "\(document.grants)"], ["differences", "\(document.differences.count)"]]
        let differences = document.differences.map { "  \(TextFormat.oneLine($0.path))\t\($0.what)\n" }.joined()
        let lost = document.lostGrants.map { "  \(TextFormat.oneLine($0.title))\t\($0.reason)\n" }.joined()
        StandardOutput.shared.write(document.photos.text + TextFormat.table(rows) + differences + lost)
    }
}
