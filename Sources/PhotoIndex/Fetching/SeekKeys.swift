internal import GRDB
internal import Platform

/// The seek key of every `distance`-th asset of very large days, so that a position in such a day is found without
/// counting from its beginning. The keys of a day are read when the day is first used.
final class SeekKeys: Sendable {
    static let distance = 512

    private let keyset: KeysetOrder
    private let seekKeys = Mutex<[Int64: [SeekKey]]>([:])

    init(_ keyset: KeysetOrder) { self.keyset = keyset }

    /// The key to start from, and how many assets to skip after it, to reach the asset at `offset` of a day.
    func start(
        _ offset: Int, in day: KeysetDay, _ database: Database
    ) throws -> (start: KeysetOrder.Start, skipped: Int) {
        guard day.isHeavy else { return (.moment(keyset.coveredMoments(ofDay: day.day).lowerBound), offset) }
        let seekKeys = try seekKeys(of: day, database)
        let index = min(offset / Self.distance, seekKeys.count - 1)
        return (.point(seekKeys[index]), offset - index * Self.distance)
    }

    /// The offset of an asset within its day.
    func offset(of point: SeekKey, in day: KeysetDay, _ database: Database) throws -> Int {
        guard day.isHeavy else {
            let first = keyset.coveredMoments(ofDay: day.day).lowerBound
            return try keyset.count(from: .moment(first), upTo: point, database)
        }
        let seekKeys = try seekKeys(of: day, database)
        // The last key that is not after the asset.
        let index = max(0, seekKeys.partitioningIndex { point.isBefore($0) } - 1)
        return try index * Self.distance + keyset.count(from: .point(seekKeys[index]), upTo: point, database)
    }

    private func seekKeys(of day: KeysetDay, _ database: Database) throws -> [SeekKey] {
        if let known = seekKeys.withLock({ $0[day.day] }) { return known }
        let made = try read(day, database)
        seekKeys.withLock { $0[day.day] = made }
        return made
    }

    private func read(_ day: KeysetDay, _ database: Database) throws -> [SeekKey] {
        let bounds = keyset.coveredMoments(ofDay: day.day)
        var seekKeys: [SeekKey] = []
        while seekKeys.count * Self.distance < day.count {
            let start = seekKeys.last.map { KeysetOrder.Start.point($0) } ?? .moment(bounds.lowerBound)
            let next = try keyset.point(
                from: start, skipping: seekKeys.isEmpty ? 0 : Self.distance, through: bounds.upperBound, database)
            guard let next else { break }
            seekKeys.append(next)
        }
        guard !seekKeys.isEmpty else { throw IndexDamage.dayCounts }
        return seekKeys
    }
}

/// An index whose content cannot have been written by this module.
enum IndexDamage: Error, CustomStringConvertible {
    case dayCounts

    var description: String { "its day counts do not count what it holds" }
}
