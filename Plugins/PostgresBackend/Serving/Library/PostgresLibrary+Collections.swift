package import BackendKit
package import PhotoModel
internal import Platform
internal import PostgresClient

// Smart albums, and the folders from which photos were ingested.
extension PostgresLibrary {
    package func collections(
        under parent: String?, types: CollectionTypes, call: BackendCall, emit: (AssetCollection) -> Flow
    ) throws(PhotoError) {
        if parent == nil, types.contains(.smartAlbum) {
            for collection in try smartAlbums(call)
            where collection.subtype == .cameraRoll || collection.estimatedCount != 0 {
                if emit(collection) == .stop { return }
            }
        }
        guard parent != nil || types.contains(.album) || types.contains(.event) || types.contains(.folder) else {
            return
        }
        let tree = try albumTree(call)
        guard let folder = parent.map({ tree.list($0)?.folder }) ?? [] else { throw noCollection(parent ?? "") }
        for collection in tree.collections(in: folder) where types.contains(collection.type) {
            if emit(collection) == .stop { return }
        }
    }

    package func keyAssets(
        of collection: String, mediaTypes: MediaTypes, call: BackendCall
    ) throws(PhotoError) -> [Asset] {
        let options = FetchOptions(mediaTypes: mediaTypes)
        let first = try firstThree(try fetch(.collection(collection), options: options, call: call), call)
        // A list contains no assets itself; its key assets are those of all albums inside it.
        guard first.isEmpty, let list = try albumTree(call).list(collection) else { return first }
        let inside = list.folder + [UInt8(ascii: "/")]
        let scope = SQL(
            "a.album IN (SELECT id FROM picker.album WHERE substr(path, 1, ?::integer) = ?)",
            .integer(Int64(inside.count)), .bytes(inside))
        let terms = [scope] + AssetCondition.terms(options, showsHidden: false)
        return try firstThree(
            PostgresFetch(RowSequence(self, at: try newestPoint(call.cancellation), terms, options)), call)
    }

    private func firstThree(_ fetch: PostgresFetch, _ call: BackendCall) throws(PhotoError) -> [Asset] {
        var assets: [Asset] = []
        try fetch.window(offset: 0, length: 3, call: call) {
            assets.append($0)
            return .more
        }
        return assets
    }

    package func cameraRoll(call: BackendCall) throws(PhotoError) -> AssetCollection {
        try collection(SmartAlbum.cameraRoll.identifier(identity), call: call)
    }

    package func collection(_ localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetCollection {
        if let album = SmartAlbum.of(localIdentifier, identity) {
            return try smartAlbums(call).first { $0.subtype == album.subtype } ?? record(album)
        }
        if let found = try albums(SQL("b.identifier = ?", .text(localIdentifier)), call).first { return found.record }
        guard let list = try albumTree(call).list(localIdentifier) else { throw noCollection(localIdentifier) }
        return list.record
    }

    /// The tree of albums. It is read once after each change, because callers list it folder by folder.
    func albumTree(_ call: BackendCall) throws(PhotoError) -> AlbumTree {
        try treeOfChange.value(at: newestPoint(call.cancellation)) { () throws(PhotoError) in
            AlbumTree(try albums(SQL("true"), call), identity)
        }
    }

    func noCollection(_ localIdentifier: String) -> PhotoError {
        .notFound("there is no album \(localIdentifier) in \(settings.database.name); it may have been removed")
    }

    static var now: Int64 { WallTime.now / 1_000_000 }

    private func record(_ album: SmartAlbum) -> AssetCollection {
        AssetCollection(
            localIdentifier: album.identifier(identity), title: album.title, type: .smartAlbum, subtype: album.subtype)
    }

    /// The most assets that are counted in the album of recently added ones, for which there is no table of counts.
    private static let mostCounted: Int64 = 100_000

    /// All smart albums with their counts, which are in a small table.
    private func smartAlbums(_ call: BackendCall) throws(PhotoError) -> [AssetCollection] {
        let now = Self.now
        let columns = SmartAlbum.shown.map { album in
            let terms = (album.terms(now: now) + (album == .hidden ? [] : [SQL("NOT a.is_hidden")])).joined(" AND ")
            guard album == .recentlyAdded else {
                return SQL("coalesce(sum(a.count) FILTER (WHERE ") + terms + SQL("), 0)::bigint")
            }
            return SQL("(SELECT count(*) FROM (SELECT FROM picker.asset a WHERE a.until = 9223372036854775807 AND ")
                + terms
                + SQL(" LIMIT ?) recent)", .integer(Self.mostCounted + 1))
        }
        let row = try run(
            SQL("SELECT ") + columns.joined(", ") + SQL(" FROM picker.kind_count a"), call.cancellation
        ).first
        return SmartAlbum.shown.enumerated().map { place, album in
            var collection = record(album)
            let count = row?.integer(place).map(Int.init)
            collection.estimatedCount =
                album == .recentlyAdded && count.map { $0 > Int(Self.mostCounted) } ?? false ? nil : count
            return collection
        }
    }

    private func albums(_ condition: SQL, _ call: BackendCall) throws(PhotoError) -> [AlbumTree.Album] {
        // This reads few rows: counts are in a table, and an index has the first and the last asset of each album at its ends.
        let rows = try run(
            SQL(
                """
                SELECT b.identifier, b.title, b.is_event, c.count,
                    (SELECT min(a.created) FROM picker.asset a
                    WHERE a.album = b.id AND a.until = 9223372036854775807 AND NOT a.is_hidden),
                    (SELECT max(a.created) FROM picker.asset a
                    WHERE a.album = b.id AND a.until = 9223372036854775807 AND NOT a.is_hidden),
                    b.path
                FROM picker.album_count c JOIN picker.album b ON b.id = c.album WHERE c.count > 0 AND
                """) + SQL(" ") + condition, call.cancellation)
        return rows.rows.map { row in
            func time(_ place: Int) -> Timestamp? {
                row.integer(place).flatMap { $0 == .min ? nil : Timestamp(milliseconds: $0) }
            }
            let path = row.bytes(6) ?? []
            return AlbumTree.Album(
                path: path,
                record: AssetCollection(
                    localIdentifier: row.text(0) ?? "", title: row.text(1) ?? "",
                    parent: AlbumTree.parent(of: path, identity), type: row.flag(2) ? .event : .album,
                    estimatedCount: row.integer(3).map(Int.init), startTime: time(4), endTime: time(5)))
        }
    }
}
