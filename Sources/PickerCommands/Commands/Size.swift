internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

struct Size: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "size", abstract: "Show the byte sizes of photos and videos, and their sum.",
        discussion: """
            Examples:
              picker size IMG_0001.jpg IMG_0002.jpg
            """)

    @Argument(help: "Local identifiers, or paths inside the library.", completion: .file())
    var assets: [AssetArgument]
    @Flag(help: "As one JSON document.")
    var json = false
    @OptionGroup var options: LibraryOptions

    private struct Document: Encodable {
        struct Entry: Encodable {
            let localIdentifier: String
            let filename: String
            let mediaType: String
            let byteSize: Int64
        }
        let assets: [Entry]
        let total: Int64
        /// How many of the assets are videos or other media; `total` includes them.
        let nonImageCount: Int
    }

    func execute() async throws -> ExitStatus {
        let library = try await options.open()
        defer { library.close() }
        var identifiers: [String] = []
        for asset in assets { identifiers.append(try await library.namedAsset(asset).localIdentifier) }
        let sizes = try await library.requestSize(of: identifiers)
        if json {
            try JSONOutput.document(document(sizes))
        } else {
            var rows = sizes.entries.map { [String($0.byteSize), TextFormat.oneLine($0.asset.path.text)] }
            rows.append([String(sizes.total), "total (\(TextFormat.bytes(sizes.total)))"])
            StandardOutput.shared.write(TextFormat.table(rows))
        }
        return .done
    }

    private func document(_ sizes: AssetSizes) -> Document {
        Document(
            assets: sizes.entries.map {
                .init(
                    localIdentifier: $0.asset.localIdentifier, filename: $0.asset.filename,
                    mediaType: $0.asset.mediaType.name, byteSize: $0.byteSize)
            },
            total: sizes.total, nonImageCount: sizes.nonImageCount)
    }
}
