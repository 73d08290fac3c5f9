package import BackendKit
package import PhotoModel

extension ImmichLibrary: SearchableLibrary {
    /// As many of what looks like the words are shown; the server would rank everything that it has.
    private static let mostLookalikes = 250

    /// Names and descriptions with the text first, then what looks like it, where the server can tell.
    package func search(
        _ text: String, _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(PhotoError) -> ImmichFetch {
        let wanted = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !wanted.isEmpty else { return ImmichFetch([]) }
        guard let place = try place(of: scope, options, call) else {
            return try search(wanted, in: try fetch(scope, options: options, call: call), call)
        }
        var queries: [SearchQuery] = []
        for shelf in place.shelves {
            var query = place.query
            _ = query.add(options)
            // The newest first; what is sorted is read as a fetch reads it, so that photos of one moment come in the same order.
            (query.shelf, query.isDescending) = (shelf, options.sort.isEmpty)
            var named = query
            named.filename = wanted
            query.description = wanted
            queries += [named, query]
        }
        var records = try whole.records(queries, call)
        if access.offersSmartSearch { records += try lookalikes(wanted, place, options, call) }
        return ImmichFetch(Self.ranked(records, place.options))
    }

    private typealias Place = (query: SearchQuery, shelves: [SearchQuery.Shelf], options: FetchOptions)

    /// Which part of the server a scope is; nil when it is none that the server can search.
    private func place(of scope: FetchScope, _ options: FetchOptions, _ call: BackendCall) throws(PhotoError) -> Place?
    {
        switch scope {
        case .all: return (SearchQuery(), Self.shelves(options.hidden), options)
        case .identifiers, .paths: return nil
        case .collection(let identifier):
            var (query, options) = (SearchQuery(), options)
            if let album = SmartAlbum(rawValue: identifier) {
                if album == .hidden, options.hidden == .exclude { options.hidden = .only }
                return (
                    album.query(now: server.now),
                    album == .hidden ? SearchQuery.Shelf.hidden : Self.shelves(options.hidden), options
                )
            }
            if try entry(identifier, call).isShared { return nil }
            query.album = ImmichID(identifier, prefix: "c")
            query.person = ImmichID(identifier, prefix: "cp")
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
                records += try SearchPage(try server.document(.post("/search/smart", body), call), server: server.name)
                    .records
            } catch {
                // Its model may be loading, for longer than anyone waits, or switched off: names are found all the same.
                guard [.internal, .busy, .unsupported, .offline, .stopped].contains(error.status) else { throw error }
                host.log(.info, "smart search: \(error.message)")
            }
        }
        return records
    }

    /// In the order of the ranks, unless the options sort.
    private static func ranked(_ records: [AssetRecord], _ options: FetchOptions) -> [AssetRecord] {
        WholeSearch.selected(records, options)
    }

    /// Of what the server cannot search: by the name of the file.
    private func search(_ text: String, in fetch: ImmichFetch, _ call: BackendCall) throws(PhotoError) -> ImmichFetch {
        let wanted = text.lowercased()
        var ids: [String] = []
        try fetch.window(offset: 0, length: .max, call: call) { asset in
            if asset.filename.lowercased().contains(wanted) { ids.append(asset.localIdentifier) }
            return .more
        }
        return ImmichFetch(try records(of: ids, call))
    }
}
