package import BackendKit
package import PhotoModel

extension ImmichLibrary: SearchableLibrary {
    /// The most results of smart search, because the server would rank all of its assets.
    private static let mostLookalikes = 250

    /// Finds assets with the text in their names or descriptions first, then those that look like it, if the server has smart search.
    package func search(
        _ text: String, _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(PhotoError) -> ImmichFetch {
        let wanted = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !wanted.isEmpty else { return ImmichFetch([]) }
        guard let place = try place(of: scope, options, call) else {
            // The limit is one of what is found, not of what is searched.
            var unlimited = options
            unlimited.limit = nil
            let found = try search(wanted, in: try fetch(scope, options: unlimited, call: call), call)
            return ImmichFetch(Array(found.prefix(options.limit ?? .max)))
        }
        var queries: [SearchQuery] = []
        for shelf in place.shelves {
            var query = place.query
            _ = query.add(options)
            // Newest first. If the options sort, the order is that of a fetch, so that photos of the same time are in the same order.
            (query.shelf, query.isDescending) = (shelf, options.sort.isEmpty)
            var named = query
            named.filename = wanted.asPattern
            query.description = wanted.asPattern
            queries += [named, query]
        }
        var records = try whole.records(queries, call)
        if access.offersSmartSearch { records += try lookalikes(wanted, place, options, call) }
        return ImmichFetch(Self.ranked(records, place.options))
    }

    private typealias Place = (query: SearchQuery, shelves: [SearchQuery.Shelf], options: FetchOptions)

    /// The query and the shelves for a scope, and the options with which its results are selected; nil if the server cannot search it.
    private func place(of scope: FetchScope, _ options: FetchOptions, _ call: BackendCall) throws(PhotoError) -> Place?
    {
        switch scope {
        case .all: return (SearchQuery(), Self.shelves(options.hidden), options)
        case .identifiers, .paths: return nil
        case .collection(let identifier):
            var query = SearchQuery()
            if let album = SmartAlbum(rawValue: identifier) {
                let options = album.options(options)
                return (
                    album.query(now: server.now),
                    album == .hidden ? SearchQuery.Shelf.hidden : Self.shelves(options.hidden), options
                )
            }
            let entry = try entry(identifier, call)
            query.album = ImmichID(identifier, prefix: "c")
            query.person = ImmichID(identifier, prefix: "cp")
            if entry.isShared, try !isFound(entry, by: query, call) { return nil }
            return (query, Self.shelves(options.hidden), options)
        }
    }

    private func lookalikes(
        _ text: String, _ place: Place, _ options: FetchOptions, _ call: BackendCall
    ) throws(PhotoError) -> [AssetRecord] {
        var records: [AssetRecord] = []
        for shelf in place.shelves {
            var query = place.query
            _ = query.add(options)
            query.shelf = shelf
            let body = query.conditions.adding([
                "query": .text(text), "withExif": .bool(true), "page": .number(1),
                "size": .number(Double(Self.mostLookalikes)),
            ])
            do throws(PhotoError) {
                let document = try server.document(.post("/search/smart", body), call)
                records += try SearchPage(document, server: server.name, of: shelf.owner(for: access.userID)).records
            } catch {
                // The server's model may take longer to load than anyone waits, or may be switched off. The search by name still works.
                guard [.internal, .busy, .unsupported, .offline, .stopped].contains(error.status) else { throw error }
                host.log(.info, "smart search: \(error.message)")
            }
        }
        return records
    }

    /// The records in the order of their ranks, unless the options sort.
    private static func ranked(_ records: [AssetRecord], _ options: FetchOptions) -> [AssetRecord] {
        WholeSearch.selected(records, options)
    }

    /// Searches a fetch that the server cannot search, by file name.
    private func search(
        _ text: String, in fetch: ImmichFetch, _ call: BackendCall
    ) throws(PhotoError) -> [AssetRecord] {
        let wanted = text.lowercased()
        if let list = fetch.list { return list.filter { $0.filename.lowercased().contains(wanted) } }
        var ids: [String] = []
        try fetch.window(offset: 0, length: .max, call: call) { asset in
            if asset.filename.lowercased().contains(wanted) { ids.append(asset.localIdentifier) }
            return .more
        }
        return try records(of: ids, call)
    }
}

extension String {
    /// The text as a part of a pattern of the server's database, in which "%" and "_" stand for others, and which it does not escape.
    fileprivate var asPattern: String {
        var pattern = ""
        for scalar in unicodeScalars {
            if ["\\", "%", "_"].contains(scalar) { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        return pattern
    }
}
