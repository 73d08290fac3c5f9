internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

struct Backends: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "backends", abstract: "List the backends that were found, in the order in which auto takes them.")

    @Flag(help: "As one JSON document.")
    var json = false
    @OptionGroup var options: BackendOptions

    func execute() async throws -> ExitStatus {
        LogOutput.start(quiet: options.quiet, verbose: options.verbose)
        let settings = try options.settings()
        let listings = settings.registry.listings()
        if json {
            try JSONOutput.document(BackendsDocument(listings))
        } else if listings.isEmpty {
            throw CommandFailure(.unavailable, "no backends were found; see picker doctor")
        } else {
            StandardOutput.shared.write(TextFormat.table(listings.map(row)))
        }
        return listings.contains { $0.isUsable } ? .done : .unavailable
    }

    private func row(_ listing: BackendListing) -> [String] {
        [
            listing.description?.id ?? "?", listing.description.map { String($0.priority) } ?? "-",
            listing.verdict.word, listing.path,
        ]
    }
}

extension BackendListing.Verdict {
    /// The verdict in one word, for a column of the table.
    var word: String {
        switch self {
        case .usable: "usable"
        case .unusable: "unusable"
        case .shadowed: "shadowed"
        }
    }

    /// Why the backend is not used; nil if it can be used.
    var reason: String? {
        switch self {
        case .usable: nil
        case .unusable(let error): error.message
        case .shadowed(let path): "\(path) has the same id and comes first"
        }
    }
}

/// The backends that were found, as JSON.
struct BackendsDocument: Encodable {
    struct Entry: Encodable {
        @Nullable var id: String?
        @Nullable var name: String?
        @Nullable var version: String?
        @Nullable var priority: Int32?
        let capabilities: [String]
        let formats: [String]
        let path: String
        @Nullable var manifest: String?
        let status: String
        @Nullable var reason: String?
        let notes: [String]
    }

    let backends: [Entry]

    init(_ listings: [BackendListing]) {
        backends = listings.map { listing in
            Entry(
                id: listing.description?.id, name: listing.description?.name, version: listing.description?.version,
                priority: listing.description?.priority,
                capabilities: (listing.description?.capabilities.names ?? []) + listing.unknownCapabilities,
                formats: listing.description?.formats ?? [], path: listing.path, manifest: listing.manifestPath,
                status: listing.verdict.word, reason: listing.verdict.reason,
                notes: listing.notes)
        }
    }
}
