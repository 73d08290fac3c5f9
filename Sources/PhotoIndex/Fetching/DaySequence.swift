internal import GRDB
internal import Platform

/// A fetch result in the order of an index of the database, forwards or backwards. The day counts say where any window
/// of it begins.
final class DaySequence: AssetSequence {
    /// How many index entries of other kinds a statement reads past; if there are more before the next day, a new
    /// statement starts there.
    private static let passableGap = 256

    let count: Int
    private let keyset: KeysetOrder
    private let days: [KeysetDay]
    private let seekKeys: SeekKeys
    private let isDescending: Bool
    /// The number of assets, were there no limit.
    private let total: Int

    init(_ keyset: KeysetOrder, isDescending: Bool, limit: Int?, _ database: Database) throws {
        self.keyset = keyset
        self.isDescending = isDescending
        days = try keyset.readDays(database)
        seekKeys = SeekKeys(keyset)
        total = days.last?.end ?? 0
        count = min(total, limit ?? total)
    }

    func ids(_ range: Range<Int>, _ database: Database) throws -> [Int64] {
        guard isDescending else { return try ascendingIDs(range, database) }
        return try ascendingIDs(total - range.upperBound..<total - range.lowerBound, database).reversed()
    }

    func positions(of keys: [AssetKey], _ database: Database) throws -> [Int?] {
        try keys.map { key in
            guard let position = try ascendingPosition(of: key, database) else { return nil }
            let shown = isDescending ? total - 1 - position : position
            return shown < count ? shown : nil
        }
    }

    private func ascendingIDs(_ range: Range<Int>, _ database: Database) throws -> [Int64] {
        var ids: [Int64] = []
        ids.reserveCapacity(range.count)
        while ids.count < range.count {
            let position = range.lowerBound + ids.count
            let first = days.partitioningIndex { $0.end > position }
            let last = lastDay(from: first, upTo: range.upperBound)
            let found = try read(position, days[first], through: days[last], upTo: range.upperBound, database)
            guard !found.isEmpty else { throw IndexDamage.dayCounts }
            ids += found
        }
        return ids
    }

    private func read(
        _ position: Int, _ first: KeysetDay, through last: KeysetDay, upTo end: Int, _ database: Database
    ) throws -> [Int64] {
        let (start, skipped) = try seekKeys.start(position - first.start, in: first, database)
        return try keyset.readIDs(
            from: start, skipping: skipped, through: keyset.coveredMoments(ofDay: last.day).upperBound,
            limit: min(end, last.end) - position, database)
    }

    /// The index in `days` of the last day that one statement reads. Days with too many entries before them that are
    /// not wanted are left to the next statement.
    private func lastDay(from first: Int, upTo end: Int) -> Int {
        var last = first
        while days[last].end < end, last + 1 < days.count, !days[last + 1].isHeavy,
            days[last + 1].passed - days[last].passedEnd <= Self.passableGap
        {
            last += 1
        }
        return last
    }

    private func ascendingPosition(of key: AssetKey, _ database: Database) throws -> Int? {
        guard keyset.contains(key) else { return nil }
        let moment = keyset.moment(of: key)
        let index = days.partitioningIndex { keyset.moments(ofDay: $0.day).upperBound >= moment }
        guard index < days.count else { throw IndexDamage.dayCounts }
        let day = days[index]
        return try day.start + seekKeys.offset(of: SeekKey(key, on: keyset), in: day, database)
    }
}
