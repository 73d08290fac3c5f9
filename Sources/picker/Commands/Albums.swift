internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

struct Albums: LibraryCommand {
    static let configuration = CommandConfiguration(commandName: "albums", abstract: "List the albums of the library.")

    @OptionGroup var given: FolderArgument
    @OptionGroup var options: LibraryOptions
    @Flag(help: "One JSON object a line.")
    var json = false

    func execute() async throws -> ExitStatus {
        let library = try await options.open(root: given.folder)
        defer { library.close() }
        var rows: [[String]] = []
        for collection in try await library.allCollections() {
            if json {
                try JSONOutput.line(CollectionDocument(collection))
            } else {
                rows.append(row(collection))
            }
        }
        StandardOutput.shared.write(TextFormat.table(rows))
        return .done
    }

    private func row(_ collection: AssetCollection) -> [String] {
        let kind = collection.subtype == .generic ? collection.type.name : collection.subtype.name
        return [
            collection.localIdentifier, kind, collection.estimatedCount.map(String.init) ?? "-",
            TextFormat.oneLine(collection.title),
        ]
    }
}
