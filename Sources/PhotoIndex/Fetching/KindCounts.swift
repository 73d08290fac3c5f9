internal import GRDB

/// How many assets of each kind a library has. These are a handful of rows.
struct KindCounts {
    let counts: [(kind: AssetKind, count: Int)]

    init(_ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "SELECT kind, count FROM tally WHERE scope = \(DayCountChanges.totalScope) AND day = 0")
        counts = try Row.fetchAll(statement).map { (AssetKind(rawValue: $0[0]), $0[1]) }
    }

    func count(_ isCounted: (AssetKind) -> Bool) -> Int {
        counts.reduce(0) { $0 + (isCounted($1.kind) ? $1.count : 0) }
    }

    /// The kinds that the library has and that match a filter.
    func list(_ filter: KindFilter) -> KindList {
        let matching = counts.map(\.kind).filter { filter.matches($0) }
        return matching.count == counts.count ? .all : .some(matching)
    }
}

/// Writes a list of kinds as a condition in SQL.
enum KindList {
    case all
    case some([AssetKind])

    /// A condition to append to another one; empty if all kinds match.
    var condition: String {
        switch self {
        case .all: ""
        case .some: " AND \(test)"
        }
    }

    /// An SQL expression that is true for these kinds. It contains the numbers themselves: there are few different
    /// lists, and the statement of each is cached.
    var test: String {
        switch self {
        case .all: "1"
        case .some(let kinds): "kind IN (\(kinds.map { String($0.rawValue) }.joined(separator: ", ")))"
        }
    }

    func contains(_ kind: AssetKind) -> Bool {
        switch self {
        case .all: true
        case .some(let kinds): kinds.contains(kind)
        }
    }

    var isEmpty: Bool {
        if case .some(let kinds) = self { kinds.isEmpty } else { false }
    }
}
