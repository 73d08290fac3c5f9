internal import GRDB

/// A fetch result in the order of an index, forwards or backwards: any window of it is found by the tallies of days.
final class DaySequence: AssetSequence {
    /// Entries of other kinds that one statement passes over rather than that there are two.
    private static let passableGap = 256

    let count: Int
    private let walk: Walk
    private let days: [WalkDay]
    private let marks: WalkMarks
    private let isDescending: Bool
    /// The number of assets without the limit.
    private let total: Int

    init(_ walk: Walk, isDescending: Bool, limit: Int?, _ database: Database) throws {
        self.walk = walk
        self.isDescending = isDescending
        days = try walk.readDays(database)
        marks = WalkMarks(walk)
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
            guard !found.isEmpty else { throw CatalogDamage.tallies }
            ids += found
        }
        return ids
    }

    private func read(
        _ position: Int, _ first: WalkDay, through last: WalkDay, upTo end: Int, _ database: Database
    ) throws -> [Int64] {
        let (start, skipped) = try marks.start(position - first.start, in: first, database)
        return try walk.readIDs(
            from: start, skipping: skipped, through: walk.walkedMoments(ofDay: last.day).upperBound,
            limit: min(end, last.end) - position, database)
    }

    /// How far one statement reads: days that hold little of what is wanted are not walked through.
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
        guard walk.contains(key) else { return nil }
        let moment = walk.moment(of: key)
        let index = days.partitioningIndex { walk.moments(ofDay: $0.day).upperBound >= moment }
        guard index < days.count else { throw CatalogDamage.tallies }
        let day = days[index]
        return try day.start + marks.offset(of: WalkPoint(key, on: walk), in: day, database)
    }
}
