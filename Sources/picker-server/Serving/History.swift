internal import ArgumentParser
internal import PhotoModel
internal import PickerCommands
internal import SessionStorage

struct History: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List what was given to which program, and when; the newest first.",
        discussion: "Kept are the last 10,000 entries, and the names of the last 100,000 photos.")

    @Option(help: ArgumentHelp("Only of this program, which may be revoked.", valueName: "name"))
    var client: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("At most this many entries.", valueName: "n"))
    var limit = 100
    @Flag(help: "Name the photos of each pick.")
    var items = false
    @OptionGroup var store: StoreOptions
    @Flag(help: "As one JSON document.")
    var json = false

    private static let pageLength = 500

    func validate() throws {
        guard limit >= 1 else { throw ValidationError("--limit must be at least 1") }
    }

    func execute() async throws -> ExitStatus {
        let store = try store.openForReading()
        let found = try await store.run { try await records($0) }
        var documents: [RecordDocument] = []
        for record in found {
            let named =
                items || json
                ? try await store.run { try await $0.items(ofRecord: record.identifier, limit: .max) } : []
            if json {
                documents.append(RecordDocument(record, items: named))
            } else {
                StandardOutput.shared.write(Self.line(record) + "\n")
                for item in named {
                    let name = item.filename.isEmpty ? item.localIdentifier : item.filename
                    StandardOutput.shared.write("    \(TextFormat.oneLine(name))\n")
                }
            }
        }
        if json { try JSONOutput.document(documents) }
        return .done
    }

    private func records(_ store: SQLSessionStore) async throws -> [AccessRecord] {
        var found: [AccessRecord] = []
        var last: Int64?
        while found.count < limit {
            let page = try await store.records(before: last, limit: Self.pageLength)
            found += page.filter { client == nil || $0.client == client }
            guard page.count == Self.pageLength else { break }
            last = page.last?.identifier
        }
        return Array(found.prefix(limit))
    }

    /// `2026-03-01T12:00:00Z  notes  picked 5 (12 MB) of /photos`
    private static func line(_ record: AccessRecord) -> String {
        let title = TextFormat.oneLine(record.title ?? "")
        let what =
            switch record.event {
            case .clientAdded: "added"
            case .clientRevoked: "revoked"
            case .picked: "picked \(record.count) (\(TextFormat.bytes(Int64(clamping: record.byteTotal))))"
            case .granted: "granted \(title)"
            case .grantRevoked: "no longer granted \(title)"
            }
        let place = record.library.map { " of \(TextFormat.oneLine($0))" } ?? ""
        return "\(record.time.iso8601())  \(TextFormat.oneLine(record.client))  \(what)\(place)"
    }
}
