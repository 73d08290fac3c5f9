internal import GRDB
internal import PhotoModel

/// The first and the last day of each kind of asset in a library.
struct KindDays {
    private let days: [AssetKind: ClosedRange<Int64>]

    init(_ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                SELECT kind, min(day), max(day) FROM tally WHERE scope = \(DayCountChanges.libraryScope) GROUP BY kind
                """)
        let rows = try Row.fetchAll(statement)
        days = Dictionary(uniqueKeysWithValues: rows.map { (AssetKind(rawValue: $0[0]), $0[1]...($0[2] as Int64)) })
    }

    /// When the first and the last asset of these kinds were created; nil for both if there is none.
    func span(_ kinds: KindList, _ database: Database) throws -> (Timestamp?, Timestamp?) {
        let found = days.filter { kinds.contains($0.key) }.values
        guard let first = found.map(\.lowerBound).min(), let last = found.map(\.upperBound).max() else {
            return (nil, nil)
        }
        let all = KeysetOrder(path: .library, kinds: kinds, moments: .min ... .max)
        // Search only these two days: without bounds, a kind that has a single asset would be searched for in the whole
        // index.
        let begin = KeysetOrder(path: .library, kinds: kinds, moments: all.moments(ofDay: first))
        let end = KeysetOrder(path: .library, kinds: kinds, moments: all.moments(ofDay: last))
        return (try begin.timeSpan(database)?.first, try end.timeSpan(database)?.last)
    }
}
