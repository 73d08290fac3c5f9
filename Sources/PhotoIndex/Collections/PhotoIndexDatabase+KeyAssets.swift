internal import GRDB
package import PhotoModel

extension PhotoIndexDatabase {
    /// Up to three key assets of a collection: the newest favourites, then the newest others. A collection list has
    /// those of all albums below it.
    ///
    /// - Throws: `notFound` when there is no such collection.
    package func keyAssets(
        of collection: String, mediaTypes: MediaTypes, cancellation: Cancellation = .never
    ) throws(IndexError) -> [Asset] {
        try read(cancellation: cancellation) { database in
            var options = FetchOptions(mediaTypes: mediaTypes)
            options.sort = [SortKey(.creationTime, isDescending: true)]
            options.limit = KeyAssets.count
            let newest = try keyIDs(of: collection, options, database)
            options.favoritesOnly = true
            let favorites = try keyIDs(of: collection, options, database)
            let others = newest.filter { !favorites.contains($0) }
            return try Asset.read(Array((favorites + others).prefix(KeyAssets.count)), database)
        }
    }

    private func keyIDs(of collection: String, _ options: FetchOptions, _ database: Database) throws -> [Int64] {
        let plan = try FetchPlan(.assets(.collection(collection)), options, root, database)
        if case .list(let id) = plan.place {
            return try KeyAssets.newest(in: folderTree.read(database).below(id).map(\.id), options, database)
        }
        let sequence = try plan.sequence(database)
        return try sequence.ids(0..<sequence.count, database)
    }
}

/// Finds key assets in many folders at once.
enum KeyAssets {
    static let count = 3

    /// The newest assets in these folders, the newest first.
    static func newest(in folders: [Int64], _ options: FetchOptions, _ database: Database) throws -> [Int64] {
        let kinds = try KindCounts(database).list(KindFilter(options: options))
        guard let days = try newestDays(of: folders, kinds, database) else { return [] }
        let statement = try database.cachedStatement(
            sql: """
                SELECT id, created, sort_name FROM asset INDEXED BY asset_folder
                WHERE folder_id = ? AND created >= ?\(kinds.condition)
                ORDER BY created DESC, sort_name DESC, id DESC LIMIT \(count)
                """)
        var found: [SeekKey] = []
        for folder in days.folders {
            let first = KeysetOrder(path: .library, kinds: kinds, moments: .min ... .max).moments(ofDay: days.first)
                .lowerBound
            let rows = try Row.fetchAll(statement, arguments: [folder, first])
            found += rows.map { SeekKey(moment: $0[1], sortName: $0[2], id: $0[0]) }
        }
        return found.sorted { $1.isBefore($0) }.prefix(count).map(\.id)
    }

    /// The folders that have the newest assets, and the day on which the oldest of those was created.
    private static func newestDays(
        of folders: [Int64], _ kinds: KindList, _ database: Database
    ) throws -> (first: Int64, folders: Set<Int64>)? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT day, scope, count FROM tally
                WHERE scope IN (SELECT value FROM json_each(?))\(kinds.condition) ORDER BY day DESC
                """)
        let list = "[" + folders.map { String($0) }.joined(separator: ",") + "]"
        let rows = try Row.fetchCursor(statement, arguments: [list])
        var found: (first: Int64, folders: Set<Int64>)?
        var passed = 0
        while let row = try rows.next() {
            let day: Int64 = row[0]
            // Include every folder that has assets on the last of these days: any of them may have the newest.
            if passed >= count, let found, found.first != day { return found }
            found = (day, (found?.folders ?? []).union([row[1]]))
            passed += row[2]
        }
        return found
    }
}
