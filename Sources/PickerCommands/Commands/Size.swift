internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

struct Size: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "size", abstract: "Show the byte sizes of photos and videos, and their sum.",
        discussion: """
            A photo whose size cannot be found out is named, and the rest is summed up; the exit code is then that of the \
            first one.

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
        var named: [Asset] = []
        for asset in assets { named.append(try await library.namedAsset(asset)) }
        let sizes = try await library.requestSize(of: named.map(\.localIdentifier))
        let status = reportFailures(sizes, of: named)
        if !sizes.entries.isEmpty { try show(sizes) }
        return status
    }

    /// Names the assets that are not in the sum.
    ///
    /// - Returns: how the command ends.
    private func reportFailures(_ sizes: AssetSizes, of named: [Asset]) -> ExitStatus {
        let paths = Dictionary(named.map { ($0.localIdentifier, $0.path.text) }) { first, _ in first }
        // Those that went away after they were named.
        let gone = sizes.missing.map { (paths[$0] ?? $0, PhotoError.notFound("it is not in the library any more")) }
        let failures = sizes.failures.map { ($0.asset.path.text, $0.error) } + gone
        for (path, error) in failures { StandardError.line("picker: \(TextFormat.problem(path, error.line))") }
        return failures.first.map { ExitStatus($0.1) } ?? .done
    }

    private func show(_ sizes: AssetSizes) throws {
        if json { return try JSONOutput.document(document(sizes)) }
        var rows = sizes.entries.map { [String($0.byteSize), TextFormat.oneLine($0.asset.path.text)] }
        rows.append([String(sizes.total), "total (\(TextFormat.bytes(sizes.total)))"])
        StandardOutput.shared.write(TextFormat.table(rows))
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
