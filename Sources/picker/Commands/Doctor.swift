internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

struct Doctor: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Explain what was found, what is used, why, and what would change it.")

    @OptionGroup var options: LibraryOptions
    @Flag(help: "As one JSON document.")
    var json = false

    func execute() async throws -> ExitStatus {
        let settings = try options.opening.settings()
        let (library, status) = await libraryReport()
        let report = DoctorReport(settings: settings, listings: settings.registry.listings(), library: library)
        if json {
            try JSONOutput.document(report)
        } else {
            StandardOutput.shared.write(report.text)
        }
        return status
    }

    /// - Returns: the status is that with which the other commands end.
    private func libraryReport() async -> (DoctorReport.Library, ExitStatus) {
        var report = DoctorReport.Library(root: options.library ?? PicturesFolder.path)
        do {
            let library = try await options.open()
            defer { library.close() }
            report.selected = library.backend.id
            report.path = library.backendPath
            report.authorization = library.authorizationStatus.name
            report.title = library.info.title
            report.account = library.info.account
            report.isRemote = library.info.isRemote
            report.diagnostics = try await library.diagnostics().map(DoctorReport.Problem.init)
            return (report, .done)
        } catch {
            report.error = DoctorReport.message(of: error)
            return (report, CommandFailure(error)?.status ?? .internalError)
        }
    }
}
