package import BackendKit
package import PhotoModel
internal import PostgresClient

extension PostgresLibrary {
    package func fetch(
        _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(PhotoError) -> PostgresFetch {
        switch scope {
        case .all, .collection:
            let (terms, showsHidden) = try terms(of: scope, call)
            let isCounted = AssetCondition.isCounted(options) && isCountedByDay(scope)
            let change = try change(call.cancellation)
            return PostgresFetch(
                RowSequence(
                    self, at: change, terms + AssetCondition.terms(options, showsHidden: showsHidden), options,
                    isCounted: isCounted))
        case .identifiers(let identifiers): return PostgresFetch(try named(identifiers, options, call))
        case .paths(let paths):
            return PostgresFetch(try named(try identifiers(ofFiles: paths, call), options, call))
        }
    }

    private func isCountedByDay(_ scope: FetchScope) -> Bool {
        guard case .collection(let identifier) = scope else { return true }
        return SmartAlbum.of(identifier, identity)?.isCountedByDay ?? false
    }

    /// What is in a scope, and whether hidden assets are a part of it unless they are asked not to be.
    func terms(of scope: FetchScope, _ call: BackendCall) throws(PhotoError) -> (terms: [SQL], showsHidden: Bool) {
        guard case .collection(let identifier) = scope else { return ([], false) }
        // Who opens the album of what is hidden wants to see it.
        if let album = SmartAlbum.of(identifier, identity) { return (album.terms(now: Self.now), album == .hidden) }
        let album = try run(
            SQL("SELECT id FROM picker.album WHERE identifier = ?", .text(identifier)), call.cancellation
        ).first?.integer(0)
        guard let album else { throw noCollection(identifier) }
        return ([SQL("a.album = ?", .integer(album))], false)
    }

    /// Of the assets that these files belong to now, in their order; each file may be any of its asset.
    private func identifiers(ofFiles paths: [AssetPath], _ call: BackendCall) throws(PhotoError) -> [String] {
        guard !paths.isEmpty else { return [] }
        let query = SQL(
            """
            SELECT n.place, a.identifier FROM unnest(?::text[]) WITH ORDINALITY AS n (path, place)
            JOIN picker.file f ON f.path = decode(n.path, 'hex')
            JOIN picker.asset a ON a.body = f.body AND a.until = 9223372036854775807
            ORDER BY n.place, f.position, a.identifier
            """, .texts(paths.map(\.bytes.hexadecimal)))
        return try run(query, call.cancellation).rows.compactMap { $0.text(1) }
    }

    /// Those that exist and meet the conditions, in the order in which they were named, unless the options sort.
    func named(
        _ identifiers: [String], _ options: FetchOptions, _ call: BackendCall
    ) throws(PhotoError) -> [Asset] {
        let change = try change(call.cancellation)
        let terms = [AssetCondition.shown(at: change)] + AssetCondition.terms(options)
        var query = SQL("SELECT ") + AssetColumns.list
        // Of one that is named twice the first place counts.
        query += SQL(
            """
             FROM (SELECT name, min(place) AS place FROM unnest(?) WITH ORDINALITY AS named (name, place) GROUP BY name) n
            JOIN picker.asset a ON a.identifier = n.name WHERE
            """, .texts(identifiers))
        query += SQL(" ") + terms.joined(" AND ") + SQL(" ORDER BY ")
        query += options.sort.isEmpty ? SQL("n.place") : SortOrder(options.sort).terms
        if let limit = options.limit { query += SQL(" LIMIT ?", .integer(Int64(limit))) }
        return try run(query, call.cancellation).rows.map(AssetColumns.asset)
    }
}

extension PostgresLibrary: SearchableLibrary {
    /// Results that are kept: the best.
    private static let mostFound: Int64 = 10_000
    /// More pieces than people type.
    private static let mostWords = 32

    /// What has all words, each as a beginning: in titles and keywords before names, and then the newest first.
    package func search(
        _ text: String, _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(PhotoError) -> PostgresFetch {
        let words = Array(SearchWords.words(in: text).prefix(Self.mostWords))
        guard !words.isEmpty else { return PostgresFetch([]) }
        var terms: [SQL]
        switch scope {
        case .identifiers(let identifiers):
            terms = [SQL("a.identifier = ANY (?)", .texts(identifiers))] + AssetCondition.terms(options)
        case .paths(let paths):
            terms =
                [SQL("a.identifier = ANY (?)", .texts(try identifiers(ofFiles: paths, call)))]
                + AssetCondition.terms(options)
        case .all, .collection:
            let (scoped, showsHidden) = try self.terms(of: scope, call)
            terms = scoped + AssetCondition.terms(options, showsHidden: showsHidden)
        }
        terms.append(SQL("a.words @@ picker.query(?)", .texts(words)))
        if !options.sort.isEmpty {
            return PostgresFetch(RowSequence(self, at: try change(call.cancellation), terms, options))
        }
        terms.append(AssetCondition.shown(at: try change(call.cancellation)))
        let query =
            SQL("SELECT a.\"row\" FROM picker.asset a WHERE ") + terms.joined(" AND ")
            + SQL(
                " ORDER BY (a.best_words @@ picker.query(?)) DESC, a.created DESC, a.identifier LIMIT ?", .texts(words),
                .integer(min(Self.mostFound, Int64(options.limit ?? .max))))
        return PostgresFetch(FoundRows(self, try run(query, call.cancellation).rows.compactMap { $0.integer(0) }))
    }
}
