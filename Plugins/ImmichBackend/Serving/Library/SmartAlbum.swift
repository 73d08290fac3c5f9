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

    /// The requests for its counts, which have to be added.
    func statistics(now: Timestamp) -> [Ask] {
        if self != .hidden { return [query(now: now).statistics] }
        return SearchQuery.Shelf.hidden.map { shelf in
            var query = SearchQuery()
            query.shelf = shelf
            return query.statistics
        }
    }
}

extension SearchQuery.Shelf {
    /// All shelves except the timeline: those of hidden assets.
    static let hidden: [SearchQuery.Shelf] = [.archive, .trash, .archivedTrash]
}
