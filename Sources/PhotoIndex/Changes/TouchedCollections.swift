internal import Foundation
internal import GRDB
internal import PhotoFolder
internal import PhotoModel

/// The collections that a transaction may change: all that its assets are in now or were in before.
///
/// Each is logged once, with whether it existed before. Whether it exists now is looked up when the log is read, so
/// that nothing has to be counted here. Add collections before the day counts of the transaction are written.
struct TouchedCollections {
    private let identity: LibraryIdentity
    /// The folders that are shown as albums although they have no photo.
    private let emptyAlbums: Set<[UInt8]>
    private var folders: Set<Int64> = []
    private var lists: Set<[UInt8]> = []
    private var days: Set<Int64> = []
    private var kinds: Set<AssetKind> = []
    private var albums: Set<SmartAlbum> = []
    private(set) var touches: [(identifier: Data, touch: LoggedTouch)] = []

    init(_ identity: LibraryIdentity, emptyAlbums: Set<[UInt8]>) {
        (self.identity, self.emptyAlbums) = (identity, emptyAlbums)
    }

    mutating func add(_ place: DayCountKey, _ database: Database) throws {
        if folders.insert(place.folder).inserted { try add(folder: place.folder, database) }
        if days.insert(place.localDay).inserted {
            let shown = try KindCounts(database).list(KindFilter(options: FetchOptions())).condition
            let isThere = try Self.isCounted(
                "SELECT 1 FROM tally WHERE scope = \(DayCountChanges.localDayScope) AND day = ?\(shown) LIMIT 1",
                [place.localDay], database)
            note(identity.moment(day: place.localDay), isThere)
        }
        if kinds.insert(place.kind).inserted { try add(place.kind, database) }
    }

    private mutating func add(folder: Int64, _ database: Database) throws {
        let row = try database.cachedStatement(sql: "SELECT path FROM folder WHERE id = ?")
        guard let data = try Data.fetchOne(row, arguments: [folder]) else { return }
        var path = Array(data)
        let isThere =
            try emptyAlbums.contains(path)
            || Self.isCounted("SELECT 1 FROM tally WHERE scope = ? LIMIT 1", [folder], database)
        note(identity.collection(folder: path), isThere)
        // A folder is in the collection lists of the folders above it, which exist as long as anything is inside.
        while !path.isEmpty {
            path = splitPath(path).folder
            guard !path.isEmpty, lists.insert(path).inserted else { return }
            let holds = try Self.isCounted(
                "SELECT 1 FROM folder JOIN tally ON scope = folder.id WHERE path > ? AND path < ? LIMIT 1",
                [Data(path + [UInt8(ascii: "/")]), Data(path + [UInt8(ascii: "0")])], database)
            note(identity.collectionList(folder: path), holds)
        }
    }

    private mutating func add(_ kind: AssetKind, _ database: Database) throws {
        let counts = try KindCounts(database)
        for album in SmartAlbum.allCases where !albums.contains(album) {
            let filter = KindFilter(options: FetchOptions(), album: album)
            // Any asset that is inserted or removed may move the range of days of "Recently Added".
            guard filter.matches(kind) || album == .recentlyAdded else { continue }
            albums.insert(album)
            let count =
                try album == .recentlyAdded
                ? RecentDays.count(counts.list(filter), database) : counts.count(filter.matches)
            note(identity.collection(smartAlbum: album.rawValue), album == .cameraRoll || count > 0)
        }
    }

    private mutating func note(_ identifier: LocalIdentifier, _ isThere: Bool) {
        touches.append((Data(identifier.bytes), isThere ? .present : .absent))
    }

    private static func isCounted(
        _ sql: String, _ arguments: StatementArguments, _ database: Database
    ) throws -> Bool {
        try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments) != nil
    }
}

/// What the log says of a collection that may have changed: whether it existed before. The raw values continue those of
/// `LoggedChange`.
enum LoggedTouch: Int64 {
    case present = 4
    case absent
}
