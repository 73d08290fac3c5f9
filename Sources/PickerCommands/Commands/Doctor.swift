internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

struct Doctor: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Explain what was found, what is used, why, and what would change it.",
        discussion: """
            Examples:
              picker doctor
              picker doctor ~/Pictures --isolation worker
            """)

    @Argument(help: "The library; as --library.", completion: .directory)
    var name: String?
    @Flag(help: "As one JSON document.")
    var json = false
    @OptionGroup var options: LibraryOptions

    func validate() throws {
        guard name == nil || options.library == nil else {
            throw ValidationError("name the library once: behind doctor, or with --library")
        }
    }

    func execute() async throws -> ExitStatus {
        let settings = try options.settings()
        let (library, status) = await libraryReport()
        let report = DoctorReport(settings: settings, listings: settings.registry.listings(), library: library)
        if json {
            try JSONOutput.document(report)
        } else {
            StandardOutput.shared.write(report.text)
        }
        return status
    }

    /// - Returns: the report on the library, and the exit status with which other commands end if they open it.
    private func libraryReport() async -> (DoctorReport.Library, ExitStatus) {
        let root = name ?? options.library ?? PicturesFolder.path
        var report = DoctorReport.Library(root: root)
        let location = (try? NamedPlace(root))?.location ?? root
        do {
            let library = try await options.open(root: root)
            defer { library.close() }
            report.selected = library.backend.id
            report.path = library.backendPath
            report.authorization = library.authorizationStatus.name
            report.title = library.info.title
            report.account = library.info.account
            report.isRemote = library.info.isRemote
            let diagnostics = try await library.diagnostics()
            report.diagnostics = diagnostics.map(DiagnosticDocument.init)
            guard library.info.isRemote else { return (report, .done) }
            report.findings = RemoteFindings(
                location, library.info, library.authorizationStatus,
                problems: diagnostics.filter { $0.relativePath == "." })
            return (report, .done)
        } catch {
            if let error = error as? PhotoError, LibraryLocation.scheme(of: location) != nil {
                report.findings = RemoteFindings(location, error)
            }
            report.error = DoctorReport.message(of: error)
            return (report, CommandFailure(error)?.status ?? .internalError)
        }
    }
}
