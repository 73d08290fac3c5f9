internal import GRDB
internal import PhotoModel

extension FetchPlan {
    /// The assets in their order.
    func sequence(_ database: Database, cancellation: Cancellation = .never) throws -> any AssetSequence {
        guard let moments else { return RowSequence(RowList([])) }
        let kinds = try KindCounts(database).list(KindFilter(options: options, album: album))
        if case .list = place { return RowSequence(RowList([])) }  // It holds collections, not assets.
        if let path { return try keyset(path, kinds, moments, database) }
        if let ids = try namedIDs(kinds, moments, database, cancellation: cancellation) {
            return try scope.text.map { try search($0, kinds, moments, among: .ids(ids), database) }
                ?? given(ids, database)
        }
        let condition = try placeCondition(database) + facts
        if let text = scope.text { return try search(text, kinds, moments, among: condition, database) }
        let query = RowQuery(
            kinds: kinds, moments: moments, columns: isRecentFirst ? SortOrder.recentFirst : order.columns,
            limit: options.limit, scope: condition)
        return RowSequence(try query.read(database))
    }

    /// The ids of the assets that the caller names; nil if the scope is of another kind.
    private func namedIDs(
        _ kinds: KindList, _ moments: ClosedRange<Int64>, _ database: Database, cancellation: Cancellation
    ) throws -> [Int64]? {
        switch scope.assets {
        case .identifiers(let identifiers):
            try facts.selected(
                from: try ExplicitAssets.ids(of: identifiers, self, kinds, moments, database), database)
        case .paths(let paths):
            try facts.selected(
                from: try ExplicitAssets.ids(
                    ofFiles: paths, self, kinds, moments, database, cancellation: cancellation), database)
        case .all, .collection: nil
        }
    }

    private var album: SmartAlbum? {
        if case .smartAlbum(let album) = place { album } else { nil }
    }

    private func keyset(
        _ path: KeysetOrder.Path, _ kinds: KindList, _ moments: ClosedRange<Int64>, _ database: Database
    ) throws -> DaySequence {
        let isRecent = path == .added
        let keyset = KeysetOrder(
            path: path, kinds: kinds, moments: isRecent ? try RecentDays.moments(database) : moments)
        return try DaySequence(
            keyset, isDescending: isRecent || order.isDescending, limit: options.limit, database)
    }

    /// The condition that the place sets for an asset, besides its kind.
    private func placeCondition(_ database: Database) throws -> RowCondition {
        switch place {
        case .folder(let id): return RowCondition(sql: "folder_id = ? AND ", arguments: [id])
        case .moment(let day): return RowCondition(sql: "local_day = ? AND ", arguments: [day])
        case .smartAlbum(.recentlyAdded):
            let moments = try RecentDays.moments(database)
            return RowCondition(sql: "added >= ? AND ", arguments: [moments.lowerBound])
        case .smartAlbum, .list, nil: return .none
        }
    }

    private func search(
        _ text: String, _ kinds: KindList, _ moments: ClosedRange<Int64>, among condition: RowCondition,
        _ database: Database
    ) throws -> RowSequence {
        guard let expression = SearchExpression(text).text else { return RowSequence(RowList([])) }
        let search = TextSearch(
            expression: expression, condition: condition, kinds: kinds, moments: moments, order: order,
            limit: options.limit)
        return RowSequence(try search.read(database))
    }

    /// A sequence of assets that the caller named, in the caller's order unless the options ask for another one.
    private func given(_ ids: [Int64], _ database: Database) throws -> RowSequence {
        guard !options.sort.isEmpty else {
            return RowSequence(RowList(ids.prefix(options.limit ?? ids.count)))
        }
        return RowSequence(
            try RowQuery(
                kinds: .all, moments: .min ... .max, columns: order.columns, limit: options.limit, scope: .ids(ids)
            ).read(database))
    }
}
