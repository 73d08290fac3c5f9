internal import GRDB
internal import PhotoModel

extension FetchRequest {
    /// The assets in their order.
    func sequence(_ database: Database) throws -> any AssetSequence {
        guard let moments else { return RowSequence(RowList([])) }
        let kinds = try KindCounts(database).list(KindFilter(options: options, album: album))
        if case .list = place { return RowSequence(RowList([])) }  // It holds collections, not assets.
        if let path { return try walk(path, kinds, moments, database) }
        switch scope {
        case .assets(.identifiers(let identifiers)):
            return try given(try GivenAssets.ids(of: identifiers, self, kinds, moments, database), database)
        case .assets(.paths(let paths)):
            return try given(try GivenAssets.ids(ofFiles: paths, self, kinds, moments, database), database)
        case .search(let text):
            return try search(text, kinds, moments, database)
        default:
            return RowSequence(try query(kinds, moments, database).read(database))
        }
    }

    private var album: SmartAlbum? {
        if case .smartAlbum(let album) = place { album } else { nil }
    }

    private func walk(
        _ path: Walk.Path, _ kinds: KindList, _ moments: ClosedRange<Int64>, _ database: Database
    ) throws -> DaySequence {
        let isRecent = path == .added
        let walk = Walk(
            path: path, kinds: kinds, moments: isRecent ? try RecentDays.moments(database) : moments)
        return try DaySequence(
            walk, isDescending: isRecent || order.isDescending, limit: options.limit, database)
    }

    private func query(
        _ kinds: KindList, _ moments: ClosedRange<Int64>, _ database: Database
    ) throws -> RowQuery {
        var query = RowQuery(kinds: kinds, moments: moments, order: order, limit: options.limit)
        switch place {
        case .folder(let id): (query.scope, query.arguments) = ("folder_id = ? AND ", [id])
        case .moment(let day): (query.scope, query.arguments) = ("local_day = ? AND ", [day])
        case .smartAlbum(.recentlyAdded):
            let moments = try RecentDays.moments(database)
            query.scope = "added BETWEEN ? AND ? AND "
            query.arguments = [moments.lowerBound, moments.upperBound]
        default: break
        }
        return query
    }

    private func search(
        _ text: String, _ kinds: KindList, _ moments: ClosedRange<Int64>, _ database: Database
    ) throws -> RowSequence {
        guard let expression = SearchExpression(text).text else { return RowSequence(RowList([])) }
        let search = TextSearch(
            expression: expression, kinds: kinds, moments: moments, order: order, limit: options.limit)
        return RowSequence(try search.read(database))
    }

    /// A sequence of assets that the caller named; in that order unless another one is asked for.
    private func given(_ ids: [Int64], _ database: Database) throws -> RowSequence {
        guard !options.sort.isEmpty else {
            return RowSequence(RowList(ids.prefix(options.limit ?? ids.count)))
        }
        return RowSequence(try RowQuery(ids: ids, order: order, limit: options.limit).read(database))
    }
}
