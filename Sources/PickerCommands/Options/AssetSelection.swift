internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

/// Which assets, and in which order: options of commands that list assets.
struct AssetSelection: ParsableArguments {
    @Option(help: ArgumentHelp("An album, by identifier or title.", valueName: "album"))
    var album: String?
    @Option(help: "Which media types.")
    var media: MediaFilter = .any
    // Unconditional: one of the values begins with a minus.
    @Option(parsing: .unconditional, help: "In which order (default: the backend's own).")
    var sort: SortOption?
    @OptionGroup var conditions: AssetConditions

    /// The album that was named; otherwise the camera roll.
    func scope(in library: PhotoLibrary) async throws -> FetchScope {
        if let album { return .collection(try await library.namedAlbum(album).localIdentifier) }
        return .collection(try await library.cameraRoll().localIdentifier)
    }

    var fetchOptions: FetchOptions {
        var options = FetchOptions(mediaTypes: media.types)
        options.sort = sort.map { [$0.key] } ?? []
        return conditions.added(to: options)
    }
}

enum SortOption: String, WordOption {
    case created
    case createdDescending = "-created"
    case filename

    /// Whether `left` comes before `right`, for backends that cannot sort.
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

/// `--media image|video|any`
extension MediaFilter: WordOption {}
