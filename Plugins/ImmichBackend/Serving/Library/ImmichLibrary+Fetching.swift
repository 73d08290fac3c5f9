package import BackendKit
package import PhotoModel

// Fetches that the server can filter and sort are read in pages, as windows ask for them; others are read completely.
extension ImmichLibrary {
    package func fetch(_ scope: FetchScope, options: FetchOptions, call: BackendCall) throws(PhotoError) -> ImmichFetch
    {
        switch scope {
        case .all: return try fetch(SearchQuery(), Self.shelves(options.hidden), options, call)
        case .collection(let identifier): return try fetch(collection: identifier, options, call)
        case .identifiers(let identifiers):
            return ImmichFetch(WholeSearch.selected(try records(of: identifiers, call), options))
        case .paths: throw .unsupported("the photos of \(server.name) are no files with paths")
        }
    }

    var whole: WholeSearch {
        WholeSearch(server: server, cache: cache, user: access.userID, connections: connections)
    }

    static func shelves(_ hidden: HiddenAssets) -> [SearchQuery.Shelf] {
        switch hidden {
        case .exclude: [.timeline]
        case .only: SearchQuery.Shelf.hidden
        case .include: [.timeline] + SearchQuery.Shelf.hidden
        }
    }

    func fetch(
        _ query: SearchQuery, _ shelves: [SearchQuery.Shelf], _ options: FetchOptions, _ call: BackendCall
    ) throws(PhotoError) -> ImmichFetch {
        var query = query
        // The two seconds are for photos that are uploaded at this moment, and for the inaccuracy of clocks.
        query.uploadedBefore = Timestamp(milliseconds: server.now.milliseconds + 2_000)
        var isPaged = query.add(options) && shelves == [.timeline]
        if isPaged, query.favorites == true { isPaged = try findsOwnFavoritesOnly(call) }
        if isPaged {
            return ImmichFetch(PagedSearch(query, limit: options.limit, server: server, cache: cache))
        }
        query.isDescending = false
        let queries = shelves.map { shelf in
            var part = query
            part.shelf = shelf
            return part
        }
        var records = try whole.records(queries, call)
        if shelves.count > 1 { records = records.oldestFirst }
        return ImmichFetch(WholeSearch.selected(records, options))
    }

    /// Whether a search for favourites finds only those of the user. It also finds what partners marked as theirs, which are none
    /// in the records that the user gets; then all that is found is read, and filtered here.
    private func findsOwnFavoritesOnly(_ call: BackendCall) throws(PhotoError) -> Bool {
        let album = SmartAlbum.favorites
        let questions = [album.query(now: server.now).statistics] + album.statistics(now: server.now)
        var totals: Set<Int> = []
        for answer in try server.documents(questions, call) {
            guard let document = try? answer.get(),
                let total = try? SearchPage.total(document, server: server.name)
            else { return false }
            totals.insert(total)
        }
        return totals.count == 1
    }

    private func fetch(
        collection identifier: String, _ options: FetchOptions, _ call: BackendCall
    ) throws(PhotoError) -> ImmichFetch {
        if let album = SmartAlbum(rawValue: identifier) {
            let options = album.options(options)
            let shelves = album == .hidden ? SearchQuery.Shelf.hidden : Self.shelves(options.hidden)
            return try fetch(album.query(now: server.now), shelves, options, call)
        }
        let entry = try entry(identifier, call)
        var query = SearchQuery()
        query.album = ImmichID(identifier, prefix: "c")
        query.person = ImmichID(identifier, prefix: "cp")
        if entry.isShared, let album = query.album, try !isFound(entry, by: query, call),
            let records = try recordsOfShared(album, call)
        {
            return ImmichFetch(WholeSearch.selected(records, options))
        }
        return try fetch(query, Self.shelves(options.hidden), options, call)
    }

    /// Whether a search finds all assets of an album, because others have none in it. Then it is read in pages; otherwise the server sends
    /// all of it at once.
    func isFound(_ entry: Shelves.Entry, by query: SearchQuery, _ call: BackendCall) throws(PhotoError) -> Bool {
        guard let count = entry.collection.estimatedCount else { return false }
        // The server counts archived assets as well.
        let questions = [SearchQuery.Shelf.timeline, .archive].map { shelf in
            var part = query
            part.shelf = shelf
            return part.statistics
        }
        var found = 0
        for answer in try server.documents(questions, call) {
            guard let document = try? answer.get(),
                let total = try? SearchPage.total(document, server: server.name)
            else { return false }
            found += total
        }
        return found == count
    }

    /// All assets of an album, of which a search finds only the user's own. Nil if the server does not list them.
    private func recordsOfShared(_ album: ImmichID, _ call: BackendCall) throws(PhotoError) -> [AssetRecord]? {
        var (found, count) = ([AssetRecord](), 0)
        let document: JSON
        do throws(PhotoError) {
            document = try server.document(.wholeAlbum(album), passing: "assets", call) { asset in
                if let record = AssetRecord(asset) { found.append(record) }
                count += 1
                return count <= WholeSearch.mostRecords && (count % 256 != 0 || call.cancellation.reason == nil)
            }
        } catch {
            guard error.status == .tooLarge else { throw error }
            throw PhotoError(
                .tooLarge,
                "\(server.name) sends all photos of an album with photos of others at once, which are too many here; split the album"
            )
        }
        guard document["assets"]?.elements != nil, !found.isEmpty || document["assetCount"]?.integer == 0 else {
            return nil
        }
        let records = found.oldestFirst
        cache.remember(records)
        return records
    }

    /// The records of the assets that exist, in the order of the identifiers.
    func records(of identifiers: [String], _ call: BackendCall) throws(PhotoError) -> [AssetRecord] {
        var known: [ImmichID: AssetRecord] = [:]
        var seen: Set<ImmichID> = []
        let ids = identifiers.compactMap { ImmichID($0, prefix: "a") }.filter { seen.insert($0).inserted }
        var missing = ids.filter { id in
            known[id] = cache.fresh(id)
            return known[id] == nil
        }[...]
        while !missing.isEmpty {
            let some = missing.prefix(64)
            missing = missing.dropFirst(64)
            for answer in try server.documents(some.map { .get("/assets/\($0.uuid)") }, call) {
                do throws(PhotoError) {
                    guard let record = AssetRecord(try answer.get()) else { continue }
                    known[record.id] = record
                    cache.remember([record])
                } catch {
                    if error.status != .notFound { throw error }
                }
            }
            call.report(ids.count - missing.count, of: ids.count)
        }
        return ids.compactMap { known[$0] }
    }
}

extension [AssetRecord] {
    /// The records in the default order: oldest first, and those of the same time in the order of the server.
    var oldestFirst: [AssetRecord] {
        indices.sorted { (self[$0].created.milliseconds, $0) < (self[$1].created.milliseconds, $1) }.map { self[$0] }
    }
}
