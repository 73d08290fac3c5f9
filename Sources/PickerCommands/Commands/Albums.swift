internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

struct Albums: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "albums", abstract: "List the albums of the library.",
        discussion: """
            Each with its identifier, kind, number of photos and title; those of a folder follow it, farther in. \
            Wherever an album is asked for, its title will do when no other one has it.

            Examples:
              picker albums ~/Pictures
              picker albums --json
            """)

    @OptionGroup var given: FolderArgument
    @Flag(help: "One JSON object a line.")
    var json = false
    @OptionGroup var options: LibraryOptions

    func execute() async throws -> ExitStatus {
        let library = try await options.open(root: given.folder)
        defer { library.close() }
        let collections = try await library.allCollections()
        if json {
            for collection in collections { try JSONOutput.line(CollectionDocument(collection)) }
        } else {
            StandardOutput.shared.write(TextFormat.table(rows(collections)))
        }
        return .done
    }

    /// One row for each collection. The collections in a folder follow it, indented.
    private func rows(_ collections: [AssetCollection]) -> [[String]] {
        let known = Set(collections.map(\.localIdentifier))
        var entered: Set<String> = []
        let children = Dictionary(grouping: collections) { $0.parent.flatMap { known.contains($0) ? $0 : nil } }
        var rows: [[String]] = []
        var waiting = (children[nil] ?? []).reversed().map { (collection: $0, depth: 0) }
        while let (collection, depth) = waiting.popLast() {
            rows.append(row(collection, depth))
            // A backend that has two of an identifier could make a ring of them.
            guard entered.insert(collection.localIdentifier).inserted else { continue }
            waiting += (children[collection.localIdentifier] ?? []).reversed().map { ($0, depth + 1) }
        }
        // Those that are their own folders are in none of the others.
        return rows + collections.filter { !entered.contains($0.localIdentifier) }.map { row($0, 0) }
    }

    private func row(_ collection: AssetCollection, _ depth: Int) -> [String] {
        let kind = collection.subtype == .generic ? collection.type.name : collection.subtype.name
        return [
            collection.localIdentifier, kind, collection.estimatedCount.map(String.init) ?? "-",
            String(repeating: "  ", count: depth) + TextFormat.oneLine(collection.title),
        ]
    }
}
