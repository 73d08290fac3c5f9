internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

struct Watch: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Report what changes in an album (default: the camera roll), until interrupted.",
        discussion: """
            Indexes are those of a list: take "removed" and the "from" of "moved" out of the earlier listing, put in \
            "inserted" and the "to" of "moved" in ascending order, then replace "changed". After "reload", list again.

            Examples:
              picker watch ~/Pictures
              picker watch --album Holidays --json --listing
            """)

    @OptionGroup var given: FolderArgument
    @OptionGroup var selection: AssetSelection
    @Flag(help: "With --json: the whole listing at the start and after each reload.")
    var listing = false
    @Flag(help: "One JSON object a line.")
    var json = false
    @OptionGroup var options: LibraryOptions

    func validate() throws {
        guard json || !listing else { throw ValidationError("--listing needs --json") }
    }

    func execute() async throws -> ExitStatus {
        let library = try await options.open(root: given.folder)
        defer { library.close() }
        let scope = try await selection.scope(in: library)
        let result = try await library.fetch(scope, options: selection.fetchOptions)
        let changes = try await library.changes(of: result)
        let report: any ChangeReport = json ? JSONChangeReport(library, hasListing: listing) : TextChangeReport(library)
        StandardOutput.shared.endWhenReaderGoes()
        try await report.start(result)
        StandardOutput.shared.flush()
        for try await change in changes {
            if let details = change.details {
                try await report.change(change.result, details)
            } else {
                try await report.reload(change.result)
            }
            StandardOutput.shared.flush()
        }
        return .interrupted
    }
}
