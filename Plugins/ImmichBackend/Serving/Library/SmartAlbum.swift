internal import PhotoModel

/// The smart albums of a library, in the order in which they are listed.
enum SmartAlbum: String, CaseIterable, Sendable {
    case cameraRoll = "cs-camera-roll"
    case favorites = "cs-favorites"
    case videos = "cs-videos"
    case recentlyAdded = "cs-recently-added"
    case hidden = "cs-hidden"

    /// How long an asset counts as recently added, in milliseconds.
    static let recent: Int64 = 30 * 86_400_000

    var collection: AssetCollection {
        let subtype: CollectionSubtype =
            switch self {
            case .cameraRoll: .cameraRoll
            case .favorites: .favorites
            case .videos: .videos
            case .recentlyAdded: .recentlyAdded
            case .hidden: .hidden
            }
        return AssetCollection(localIdentifier: rawValue, title: subtype.title, type: .smartAlbum, subtype: subtype)
    }

    /// The query for its assets. For the album of hidden assets, it has only one of the shelves.
    ///
    /// - Parameter now: the time by the server's clock.
    func query(now: Timestamp) -> SearchQuery {
        var query = SearchQuery()
        switch self {
        case .cameraRoll: break
        case .favorites: query.favorites = true
        case .videos: query.type = "VIDEO"
        case .recentlyAdded: query.uploadedAfter = Timestamp(milliseconds: now.milliseconds - Self.recent)
        case .hidden: query.shelf = .archive
        }
        return query
    }

    /// The requests for its counts, which have to be added. What partners marked as a favourite or put away is not counted: a search
    /// would count that, too.
    func statistics(now: Timestamp) -> [Ask] {
        switch self {
        case .cameraRoll, .videos, .recentlyAdded: [query(now: now).statistics]
        case .favorites: [.get("/assets/statistics?visibility=timeline&isFavorite=true")]
        case .hidden:
            ["visibility=archive", "visibility=timeline&isTrashed=true", "visibility=archive&isTrashed=true"].map {
                .get("/assets/statistics?\($0)")
            }
        }
    }

    /// Options with the conditions of the album itself, for lists that are filtered here.
    func options(_ options: FetchOptions) -> FetchOptions {
        var options = options
        // The album of hidden assets shows them although options leave them out by default.
        if self == .hidden, options.hidden == .exclude { options.hidden = .only }
        if self == .favorites { options.favoritesOnly = true }
        return options
    }
}

extension SearchQuery.Shelf {
    /// All shelves except the timeline: those of hidden assets.
    static let hidden: [SearchQuery.Shelf] = [.archive, .trash, .archivedTrash]
}
