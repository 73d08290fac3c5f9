internal import GRDB
internal import PhotoModel

/// Where an asset is counted: its folder, days and kind.
struct DayCountKey: Hashable {
    var folder: Int64
    /// The day of creation in UTC and, as `localDay`, by the calendar where it was created; in days since 1970.
    var day: Int64
    var localDay: Int64
    var addedDay: Int64
    var kind: AssetKind

    init(folder: Int64, created: Timestamp, localDay: Int64, added: Timestamp, kind: AssetKind) {
        self.folder = folder
        day = DayCountKey.day(of: created)
        self.localDay = localDay
        addedDay = DayCountKey.day(of: added)
        self.kind = kind
    }

    static let millisecondsInDay: Int64 = 86_400_000

    /// The day of a moment in UTC, in days since 1970.
    static func day(of moment: Timestamp) -> Int64 { moment.dayNumber() }

    /// The day of a moment by a calendar `offsetMinutes` east of UTC, in days since 1970.
    static func localDay(of moment: Timestamp, offsetMinutes: Int?) -> Int64 {
        moment.dayNumber(offsetMinutes: offsetMinutes ?? 0)
    }
}

/// Changes of the day counts, collected during a transaction and written at its end: a thousand photos of one day in a
/// folder change a single row.
struct DayCountChanges {
    /// Values of the column `scope` that do not stand for a folder.
    static let libraryScope: Int64 = 0
    static let localDayScope: Int64 = -1
    static let addedScope: Int64 = -2
    /// All assets of the library, counted as day 0.
    static let totalScope: Int64 = -3

    private struct Key: Hashable {
        let scope: Int64
        let day: Int64
        let kind: Int64
    }

    private var counts: [Key: Int64] = [:]

    mutating func add(_ place: DayCountKey, _ count: Int64) {
        let kind = place.kind.rawValue
        counts[Key(scope: Self.libraryScope, day: place.day, kind: kind), default: 0] += count
        counts[Key(scope: Self.localDayScope, day: place.localDay, kind: kind), default: 0] += count
        counts[Key(scope: Self.addedScope, day: place.addedDay, kind: kind), default: 0] += count
        counts[Key(scope: Self.totalScope, day: 0, kind: kind), default: 0] += count
        counts[Key(scope: place.folder, day: place.day, kind: kind), default: 0] += count
    }

    func write(_ database: Database) throws {
        let raise = try database.cachedStatement(
            sql: """
                INSERT INTO tally (scope, day, kind, count) VALUES (?, ?, ?, ?)
                ON CONFLICT (scope, day, kind) DO UPDATE SET count = count + excluded.count
                """)
        let clear = try database.cachedStatement(
            sql: "DELETE FROM tally WHERE scope = ? AND day = ? AND kind = ? AND count <= 0")
        for (key, count) in counts where count != 0 {
            try raise.execute(arguments: [key.scope, key.day, key.kind, count])
            if count < 0 { try clear.execute(arguments: [key.scope, key.day, key.kind]) }
        }
    }
}
