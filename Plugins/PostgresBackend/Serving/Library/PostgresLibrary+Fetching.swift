package import BackendKit
internal import Cryptography
package import PhotoModel
internal import PostgresClient

extension PostgresLibrary {
    package func fetch(
        _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(PhotoError) -> PostgresFetch {
        switch scope {
        case .all, .collection:
            let (terms, showsHidden) = try terms(of: scope, call)
            let conditions = terms + AssetCondition.terms(options, showsHidden: showsHidden)
            let album = smartAlbum(scope)
            let counts = min(AssetCondition.counts(options), album?.counts ?? .nothing)
            // Rows are read ahead only if the server finds them quickly; where few assets meet the conditions, that may take long.
            if album == .cameraRoll, counts == .days, options.mediaTypes == .any, options.hidden != .only,
                SortOrder(options.sort).isByTime
            {
                return PostgresFetch(try .begun(self, conditions, options, counts: counts, call))
            }
            let point = try newestPoint(call.cancellation)
            return PostgresFetch(RowSequence(self, at: point, conditions, options, counts: counts))
        case .identifiers(let identifiers): return PostgresFetch(try named(identifiers, options, call))
        case .paths(let paths):
            return PostgresFetch(try named(try identifiers(ofFiles: paths, call), options, call))
        }
    }

    /// The smart album that a scope is; the camera roll for `.all`. Nil for an album of a folder.
    func smartAlbum(_ scope: FetchScope) -> SmartAlbum? {
        guard case .collection(let identifier) = scope else { return .cameraRoll }
        return SmartAlbum.of(identifier, identity)
    }

    /// The conditions of a scope, and whether it includes hidden assets by default.
    func terms(of scope: FetchScope, _ call: BackendCall) throws(PhotoError) -> (terms: [SQL], showsHidden: Bool) {
        guard case .collection(let identifier) = scope else { return ([], false) }
        // The album of hidden assets shows them although options leave them out by default.
        if let album = SmartAlbum.of(identifier, identity) { return (album.terms(now: Self.now), album == .hidden) }
        let album = try run(
            SQL("SELECT id FROM picker.album WHERE identifier = ?", .text(identifier)), call.cancellation
        ).first?.integer(0)
        guard let album else {
            guard try albumTree(call).list(identifier) != nil else { throw noCollection(identifier) }
            // A list contains albums, not assets.
            return ([SQL("false")], false)
        }
        return ([SQL("a.album = ?", .integer(album))], false)
    }

    /// The identifiers of the assets to which files belong now, in the order of the files. A file may be any representation of its asset.
    func identifiers(ofFiles paths: [AssetPath], _ call: BackendCall) throws(PhotoError) -> [String] {
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

    /// The assets that exist and meet the conditions, in the order of the identifiers, unless the options sort.
    func named(
        _ identifiers: [String], _ options: FetchOptions, _ call: BackendCall
    ) throws(PhotoError) -> [Asset] {
        let change = try change(call.cancellation)
        let terms = [AssetCondition.shown(at: change)] + AssetCondition.terms(options)
        var query = SQL("SELECT ") + AssetColumns.list
        // If an identifier occurs twice, its first position counts.
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
