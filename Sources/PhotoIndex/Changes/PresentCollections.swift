internal import Foundation
internal import GRDB
internal import PhotoFolder
internal import PhotoModel

/// The identifiers of the collections that an index shows at the moment.
struct PresentCollections {
    /// Collections of assets. They have counts and times, so a touched one may have been updated.
    private var albums: Set<Data>
    /// Collections of collections. Only whether they exist is reported, so they are never updated.
    private var lists: Set<Data> = []

    /// - Parameter others: identifiers of further albums that are shown, such as those that were created and are still
    ///   empty.
    init(_ root: LibraryRoot, others: Set<Data>, _ database: Database) throws {
        let identity = root.identity
        albums = others
        for record in try CollectionRecords(root, database).smartAlbums() {
            if let identifier = LocalIdentifier(record.localIdentifier) { albums.insert(Data(identifier.bytes)) }
        }
        let tree = try FolderTree(database)
        for node in tree.nodes.values {
            if node.total > 0 { albums.insert(Data(identity.collection(folder: node.path).bytes)) }
            if !node.path.isEmpty, tree.holdsFolders(node) {
                lists.insert(Data(identity.collectionList(folder: node.path).bytes))
            }
        }
        let shown = try KindCounts(database).list(KindFilter(options: FetchOptions())).condition
        let days = try Int64.fetchAll(
            database,
            sql: "SELECT DISTINCT day FROM tally WHERE scope = \(DayCountChanges.localDayScope)\(shown)")
        for day in days { albums.insert(Data(identity.moment(day: day).bytes)) }
    }

    /// How a touched collection changed; nil if it did not change for callers.
    func change(of identifier: Data, after first: LoggedTouch) -> LibraryChange.Kind? {
        let isAlbum = albums.contains(identifier)
        switch (first, isAlbum || lists.contains(identifier)) {
        case (.present, true): return isAlbum ? .updated : nil
        case (.present, false): return .removed
        case (.absent, true): return .inserted
        case (.absent, false): return nil
        }
    }
}
