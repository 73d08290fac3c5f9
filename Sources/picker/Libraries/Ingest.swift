internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

struct Ingest: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest",
        abstract: "Bring the photos of a folder into a library that has a place of its own for them.",
        discussion: """
            picker ingest --from ~/Pictures --library club

            For libraries on servers whose backend has a program for it. What is there already is not brought in again; what \
            was interrupted goes on where it was when the same is said once more. Several machines that have the folder at the \
            same path share the work. The exit code is 65 when a file could not be brought in.
            """)

    @Option(help: ArgumentHelp("The folder of photos.", valueName: "dir"))
    var from: String
    @Option(help: ArgumentHelp("The library: a name of picker libraries.", valueName: "NAME"))
    var library: String
    @Option(help: ArgumentHelp("Files that are brought in at once by this program.", valueName: "number"))
    var workers = 2
    @Flag(help: "Bring in the same file once for each path that it has.")
    var keepDuplicates = false
    @Flag(help: "As one JSON document.")
    var json = false
    @OptionGroup var backends: BackendOptions

    func validate() throws {
        guard (1...64).contains(workers) else { throw ValidationError("--workers must be from 1 to 64") }
    }

    func execute() async throws -> ExitStatus {
        LogOutput.start(quiet: backends.quiet, verbose: backends.verbose)
        let place = try NamedPlace(library)
        let location = try LibraryLocation(place.location)
        let settings = try backends.settings()
        guard LibraryLocation.scheme(of: location.text) != nil else {
            throw CommandFailure(.usage, "\(library) is a folder: copy the photos there, or use picker add")
        }
        guard let program = settings.registry.ingestProgram(for: location) else {
            throw CommandFailure(
                .unavailable, "no backend that opens \(location.text) can bring in folders; try picker add")
        }
        let order = IngestOrder(
            location: location.text, settings: place.settings, from: try Self.absolute(from), workers: workers,
            keepsDuplicates: keepDuplicates)
        let report = try await IngestRun(program: program).run(order)
        if json { try JSONOutput.document(report) } else { StandardOutput.shared.write(report.text) }
        return report.failures.isEmpty ? .done : .badData
    }

    private static func absolute(_ folder: String) throws(CommandFailure) -> String {
        guard case .folder(let path)? = try? LibraryLocation(folder) else {
            throw CommandFailure(.noInput, "\(folder): no such folder")
        }
        return path
    }
}
