internal import GRDB
internal import Synchronization

/// Every so-manieth asset of days that hold very many, so that a place in such a day is found without counting from its
/// beginning. Made when somebody first looks into the day.
final class WalkMarks: Sendable {
    static let distance = 512

    private let walk: Walk
    private let marks = Mutex<[Int64: [WalkPoint]]>([:])

    init(_ walk: Walk) { self.walk = walk }

    /// Where to begin, and how many assets then to skip, to come to the asset at `offset` of a day.
    func start(
        _ offset: Int, in day: WalkDay, _ database: Database
    ) throws -> (start: Walk.Start, skipped: Int) {
        guard day.isHeavy else { return (.moment(walk.walkedMoments(ofDay: day.day).lowerBound), offset) }
        let marks = try marks(of: day, database)
        let index = min(offset / Self.distance, marks.count - 1)
        return (.point(marks[index]), offset - index * Self.distance)
    }

    /// The offset within a day of an asset that lies in it.
    func offset(of point: WalkPoint, in day: WalkDay, _ database: Database) throws -> Int {
        guard day.isHeavy else {
            let first = walk.walkedMoments(ofDay: day.day).lowerBound
            return try walk.count(from: .moment(first), upTo: point, database)
        }
        let marks = try marks(of: day, database)
        // The last mark that is not behind the asset.
        let index = max(0, marks.partitioningIndex { point.isBefore($0) } - 1)
        return try index * Self.distance + walk.count(from: .point(marks[index]), upTo: point, database)
    }

    private func marks(of day: WalkDay, _ database: Database) throws -> [WalkPoint] {
        if let known = marks.withLock({ $0[day.day] }) { return known }
        let made = try read(day, database)
        marks.withLock { $0[day.day] = made }
        return made
    }

    private func read(_ day: WalkDay, _ database: Database) throws -> [WalkPoint] {
        let bounds = walk.walkedMoments(ofDay: day.day)
        var marks: [WalkPoint] = []
        while marks.count * Self.distance < day.count {
            let start = marks.last.map { Walk.Start.point($0) } ?? .moment(bounds.lowerBound)
            let next = try walk.point(
                from: start, skipping: marks.isEmpty ? 0 : Self.distance, through: bounds.upperBound, database)
            guard let next else { break }
            marks.append(next)
        }
        guard !marks.isEmpty else { throw CatalogDamage.tallies }
        return marks
    }
}

/// What no catalog shows that this module wrote.
enum CatalogDamage: Error, CustomStringConvertible {
    case tallies

    var description: String { "its tallies do not count what it holds" }
}

extension Array {
    /// Index of the first element for which `belongsBehind` holds, in an array that has those that do at its end.
    func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = belongsBehind(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}
