internal import GRDB

/// How many assets of each kind a library has: a handful of rows.
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

    /// The kinds that there are and that a filter lets through.
    func list(_ filter: KindFilter) -> KindList {
        let matching = counts.map(\.kind).filter { filter.matches($0) }
        return matching.count == counts.count ? .all : .some(matching)
    }
}

/// Kinds as a condition in SQL.
enum KindList {
    case all
    case some([AssetKind])

    /// To be put after another condition; empty when all kinds will do.
    var condition: String {
        switch self {
        case .all: ""
        case .some: " AND \(test)"
        }
    }

    /// An expression that is true for these kinds. The numbers are in the text: there are few lists, and each has a
    /// statement that is kept.
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
