internal import GRDB
internal import PhotoFolder
internal import PhotoModel

/// Makes the records of collections.
struct CollectionRecords {
    let root: LibraryRoot
    let database: Database
    private let kinds: KindCounts
    /// The kinds of assets that are not hidden.
    private let shown: KindList

    init(_ root: LibraryRoot, _ database: Database) throws {
        self.root = root
        self.database = database
        kinds = try KindCounts(database)
        shown = kinds.list(KindFilter(options: FetchOptions()))
    }

    private var identity: LibraryIdentity { root.identity }

    /// The smart albums that have assets; the camera roll also when it is empty.
    func smartAlbums() throws -> [AssetCollection] {
        let days = try KindDays(database)
        return try SmartAlbum.allCases.compactMap { album in
            let record = try smartAlbum(album, days)
            return album == .cameraRoll || record.estimatedCount != 0 ? record : nil
        }
    }

    func smartAlbum(_ album: SmartAlbum) throws -> AssetCollection {
        try smartAlbum(album, album == .recentlyAdded ? nil : try KindDays(database))
    }

    private func smartAlbum(_ album: SmartAlbum, _ days: KindDays?) throws -> AssetCollection {
        let filter = KindFilter(options: FetchOptions(), album: album)
        var record = AssetCollection(
            localIdentifier: identity.collection(smartAlbum: album.rawValue).text, title: album.title,
            type: .smartAlbum, subtype: album.subtype, isEditable: album == .cameraRoll && root.isWritable)
        guard album != .recentlyAdded else {
            record.estimatedCount = try RecentDays.count(kinds.list(filter), database)
            return record
        }
        record.estimatedCount = kinds.count(filter.matches)
        (record.startTime, record.endTime) = try days?.span(kinds.list(filter), database) ?? (nil, nil)
        return record
    }

    func album(_ folder: FolderTree.Node, in parent: FolderTree.Node?) throws -> AssetCollection {
        let name = folder.path.isEmpty ? root.name : splitPath(folder.path).name
        let keyset = KeysetOrder(path: .folder(folder.id), kinds: shown, moments: .min ... .max)
        let span = try keyset.timeSpan(database)
        return AssetCollection(
            localIdentifier: identity.collection(folder: folder.path).text,
            title: String(decoding: name, as: UTF8.self),
            parent: list(holding: parent), type: folder.isCameraFolder ? .event : .album, estimatedCount: folder.shown,
            isEditable: root.isWritable(folder: folder.path), startTime: span?.first, endTime: span?.last)
    }

    func list(_ folder: FolderTree.Node, in parent: FolderTree.Node?) -> AssetCollection {
        AssetCollection(
            localIdentifier: identity.collectionList(folder: folder.path).text,
            title: String(decoding: splitPath(folder.path).name, as: UTF8.self), parent: list(holding: parent),
            type: .folder)
    }

    /// The identifier of the collection list that a collection in the folder `parent` belongs to. The library's root
    /// has no list.
    private func list(holding parent: FolderTree.Node?) -> String? {
        guard let parent, !parent.path.isEmpty else { return nil }
        return identity.collectionList(folder: parent.path).text
    }

    /// The collections of all days, or of one day, the newest last.
    func moments(day: Int64? = nil) throws -> [AssetCollection] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT day, sum(count) FROM tally
                WHERE scope = \(DayCountChanges.localDayScope) AND day BETWEEN ? AND ?\(shown.condition) GROUP BY day
                """)
        let rows = try Row.fetchAll(statement, arguments: [day ?? .min, day ?? .max])
        return try rows.map { try moment($0[0], count: $0[1]) }
    }

    private func moment(_ day: Int64, count: Int) throws -> AssetCollection {
        let keyset = KeysetOrder(path: .localDay(day), kinds: shown, moments: .min ... .max)
        let span = try keyset.timeSpan(database)
        return AssetCollection(
            localIdentifier: identity.moment(day: day).text, title: DayTitle.text(day), type: .moment,
            estimatedCount: count, startTime: span?.first, endTime: span?.last)
    }
}

/// The title of the collection of a day: "14 July 2019".
private enum DayTitle {
    /// - Parameter day: in days since 1970.
    static func text(_ day: Int64) -> String {
        let (start, overflow) = day.multipliedReportingOverflow(by: DayCountKey.millisecondsInDay)
        // The first and the last day of the number range are not complete, so their beginning may be out of range.
        let moment = overflow ? (day < 0 ? Int64.min : .max) : start
        let date = CivilTime(timestamp: Timestamp(milliseconds: moment))
        return "\(date.day) \(DateWords.months[date.month - 1]) \(date.year)"
    }
}
