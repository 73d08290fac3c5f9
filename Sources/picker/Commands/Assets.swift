internal import ArgumentParser
internal import PhotoDocuments
internal import PhotoModel
internal import PickerHost
internal import PickerServer

struct Assets: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the photos and videos of an album (default: the camera roll).")

    @OptionGroup var options: LibraryOptions
    @Option(help: ArgumentHelp("An album, by identifier.", valueName: "id"))
    var album: String?
    @Option(help: "Which media.")
    var media: MediaFilter = .any
    // Unconditional: one of the values begins with a minus.
    @Option(parsing: .unconditional, help: "In which order (default: the backend's own).")
    var sort: SortOption?
    @Option(help: ArgumentHelp("Skip so many.", valueName: "n"))
    var offset = 0
    @Option(help: ArgumentHelp("At most so many.", valueName: "n"))
    var limit: Int?
    @Flag(help: "One JSON object a line.")
    var json = false

    enum SortOption: String, ExpressibleByArgument, CaseIterable {
        case created
        case createdDescending = "-created"
        case filename

        func isBefore(_ left: Asset, _ right: Asset) -> Bool {
            switch self {
            case .created: Self.time(left) < Self.time(right)
            case .createdDescending: Self.time(right) < Self.time(left)
            case .filename:
                (left.filename.lowercased(), left.filename) < (right.filename.lowercased(), right.filename)
            }
        }

        private static func time(_ asset: Asset) -> Timestamp {
            asset.creation?.time ?? asset.modificationTime ?? Timestamp(milliseconds: 0)
        }

        var key: SortKey {
            switch self {
            case .created: SortKey(.creationTime)
            case .createdDescending: SortKey(.creationTime, isDescending: true)
            case .filename: SortKey(.filename)
            }
        }
    }

    func validate() throws {
        guard offset >= 0 else { throw ValidationError("--offset must not be negative") }
        guard (limit ?? 0) >= 0 else { throw ValidationError("--limit must not be negative") }
    }

    func execute() async throws -> ExitStatus {
        let library = try await options.open()
        defer { library.close() }
        let scope = try await scope(library)
        if let result = try await fetch(scope, library) {
            var window = AssetWindows(result, offset: offset, limit: limit)
            while let assets = try await window.next() {
                for asset in assets { try await printLine(asset, library) }
                // A reader sees the first ones while the rest is still being read.
                StandardOutput.shared.flush()
            }
        } else {
            for asset in try await sortedHere(scope, library) { try await printLine(asset, library) }
        }
        return .done
    }

    /// Nil when the backend does not sort.
    private func fetch(_ scope: FetchScope, _ library: PhotoLibrary) async throws(PhotoError) -> FetchResult? {
        do throws(PhotoError) {
            return try await library.fetch(scope, options: fetchOptions)
        } catch {
            guard error.status == .unsupported, sort != nil else { throw error }
            return nil
        }
    }

    /// Everything has to be read before the first one is known.
    private func sortedHere(_ scope: FetchScope, _ library: PhotoLibrary) async throws -> some Sequence<Asset> {
        let result = try await library.fetch(scope, options: FetchOptions(mediaTypes: media.types))
        let all = try await result.window(offset: 0, length: .max)
        let sorted = sort.map { order in all.sorted { order.isBefore($0, $1) } } ?? all
        return sorted.dropFirst(offset).prefix(limit ?? .max)
    }

    private func scope(_ library: PhotoLibrary) async throws -> FetchScope {
        if let album { return .collection(album) }
        return .collection(try await library.cameraRoll().localIdentifier)
    }

    private var fetchOptions: FetchOptions {
        var options = FetchOptions(mediaTypes: media.types)
        options.sort = sort.map { [$0.key] } ?? []
        return options
    }

    private func printLine(_ asset: Asset, _ library: PhotoLibrary) async throws {
        guard json else {
            StandardOutput.shared.line(
                [
                    asset.localIdentifier, TextFormat.size(asset.pixelWidth, asset.pixelHeight),
                    asset.creation.map { $0.time.iso8601(offsetMinutes: $0.offsetMinutes) } ?? "-",
                    TextFormat.oneLine(asset.path.text),
                ].joined(separator: "\t"))
            return
        }
        let details = asset.representationCount > 1 ? try await library.details(of: asset.localIdentifier) : nil
        try JSONOutput.line(AssetDocument(asset, details: details))
    }
}

/// Walks through a fetch result: a small window first, so that something shows at once, larger ones after it.
struct AssetWindows {
    private let result: FetchResult
    private var offset: Int
    private var remaining: Int
    private var length = 16

    init(_ result: FetchResult, offset: Int = 0, limit: Int? = nil) {
        self.result = result
        self.offset = offset
        remaining = limit ?? .max
    }

    /// The next assets; nil at the end.
    mutating func next() async throws -> [Asset]? {
        let wanted = min(length, remaining)
        guard wanted > 0 else { return nil }
        let assets = try await result.window(offset: offset, length: wanted)
        guard !assets.isEmpty else { return nil }
        offset += assets.count
        remaining = assets.count < wanted ? 0 : remaining - assets.count
        length = min(512, length * 2)
        return assets
    }
}
