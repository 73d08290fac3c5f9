internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

/// Options that the commands which bring photos in share.
package struct IngestOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Files that are brought in at once by this program.", valueName: "number"))
    package var workers = 2

    package init() {}

    package func validate() throws {
        guard (1...64).contains(workers) else { throw ValidationError("--workers must be from 1 to 64") }
    }
}

struct Ingest: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest",
        abstract: "Bring the photos of a folder, or of a bucket, into a library that has a place of its own for them.",
        discussion: """
            Examples:
              picker ingest --from ~/Pictures --library club
              picker ingest --from s3://incoming/2024 --library club

            For libraries on servers whose backend has a program for it. What is there already is not brought in again; what \
            was interrupted goes on where it was when the same is said once more. Several machines that have the folder at the \
            same path share the work. The exit code is 65 when a file could not be brought in.

            A bucket is read with the endpoint and the keys of the library; --set and --secret-file say others: endpoint, \
            region, path-style, access-key, secret-key, certificate, insecure. What is put there later is brought in when the \
            same is said again.
            """)

    @Option(
        help: ArgumentHelp(
            "The folder of photos, or s3://BUCKET/FOLDER for objects of an S3.", valueName: "dir|s3://BUCKET/FOLDER"),
        completion: .directory)
    var from: String
    @Option(help: ArgumentHelp("The library: a name of picker libraries.", valueName: "NAME"))
    var library: String
    @Option(
        help: ArgumentHelp(
            "A setting of the S3 that photos come from, where it is not the library's; may be given more than once.",
            valueName: "key=value"))
    var set: [String] = []
    @Option(
        help: ArgumentHelp(
            "The same for its secret-key, from the first line of a file that only you can read; \"-\": from standard input.",
            valueName: "key=file"))
    var secretFile: [String] = []
    @OptionGroup var ingesting: IngestOptions
    @Flag(help: "Bring in the same file once for each path that it has.")
    var keepDuplicates = false
    @Flag(
        help: """
            Take the place of photos of the same path that came from another folder. Else these stay, and the new ones \
            are listed.
            """)
    var replace = false
    @Flag(
        help: """
            Read what is as it was, too: where an object is missing in the library's store, or an image could not be made \
            before.
            """)
    var again = false
    @Flag(help: "As one JSON document.")
    var json = false
    @OptionGroup var backends: BackendOptions

    func execute() async throws -> ExitStatus {
        LogOutput.start(quiet: backends.quiet, verbose: backends.verbose)
        let report = try await IngestRun.bringIn(
            from: from, try sourceSettings(), into: library, workers: ingesting.workers,
            keepsDuplicates: keepDuplicates, replaces: replace, readsAgain: again, try backends.settings())
        if json { try JSONOutput.document(report) } else { StandardOutput.shared.write(report.text) }
        // A bucket has no folders that could be missing, so a mistyped address is only empty.
        if report.found == 0 {
            StandardError.line("picker: there are no photos in \(TextFormat.oneLine(from)); is that the right place?")
        }
        return report.failures.isEmpty ? .done : .badData
    }

    private func sourceSettings() throws(CommandFailure) -> [String: String] {
        let given = try SettingOptions.given(set: set, secretFile: secretFile, secrets: ["secret-key"])
        guard given.isEmpty || IngestRun.isBucket(from) else {
            throw CommandFailure(.usage, "--set and --secret-file are for --from s3://…; a folder has no settings")
        }
        return given
    }
}
