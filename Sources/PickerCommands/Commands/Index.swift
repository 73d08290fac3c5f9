internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

struct Index: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "index", abstract: "Build the backend's index of the library, or bring it up to date.",
        discussion: """
            Backends with an index do that by themselves as well; this makes it happen now, and says what was found. \
            The exit code is 69 with a backend that keeps no index.

            Examples:
              picker index ~/Pictures
              picker index --rebuild
            """)

    @OptionGroup var given: FolderArgument
    @Flag(help: "Read every file again.")
    var rebuild = false
    @Flag(help: "As one JSON document.")
    var json = false
    @OptionGroup var options: LibraryOptions

    func execute() async throws -> ExitStatus {
        let start = ContinuousClock.now
        let library = try await options.open(root: given.folder, refreshesIndex: false)
        defer { library.close() }
        let progress = ProgressLine("indexing", unit: "files", quiet: options.backends.quiet)
        defer { progress.finish() }
        let report = try await library.refreshIndex(rebuild ? .rebuild : .refresh) {
            progress.update($0.done, of: $0.total)
        }
        let seconds = (ContinuousClock.now - start).seconds
        let diagnostics = try await library.diagnostics()
        progress.finish()
        let document = IndexDocument(library, report, diagnostics, seconds: seconds)
        if json { try JSONOutput.document(document) } else { StandardOutput.shared.write(document.text) }
        return .done
    }
}

/// What `picker index` found, as JSON and as text.
struct IndexDocument: Encodable {
    let backend: String
    let library: String
    let files: Int
    let filesRead: Int
    let folders: Int
    let assets: Int
    let inserted: Int
    let updated: Int
    let removed: Int
    let diagnostics: [DiagnosticDocument]
    let seconds: Double

    init(_ library: PhotoLibrary, _ report: IndexReport, _ diagnostics: [Diagnostic], seconds: Double) {
        backend = library.backend.id
        self.library = library.root
        files = report.files
        filesRead = report.filesRead
        folders = report.folders
        assets = report.assets
        inserted = report.inserted
        updated = report.updated
        removed = report.removed
        self.diagnostics = diagnostics.map(DiagnosticDocument.init)
        self.seconds = seconds
    }

    var text: String {
        let rows = [
            ["files", "\(files) in \(folders) folders, \(filesRead) of them read"],
            ["assets", "\(assets): \(inserted) new, \(updated) changed, \(removed) gone"],
            ["seconds", "\(seconds)"],
            ["diagnostics", "\(diagnostics.count)"],
        ]
        let problems = diagnostics.map { "  \($0.reason)\t\(TextFormat.problem($0.relativePath, $0.message))\n" }
        return TextFormat.table(rows) + problems.joined()
    }
}

extension Duration {
    /// Seconds, rounded to milliseconds.
    fileprivate var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + (Double(attoseconds) / 1e15).rounded() / 1000
    }
}
