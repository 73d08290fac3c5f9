internal import Foundation
internal import GRDB

/// A place in the order of a walk.
struct WalkPoint {
    let moment: Int64
    /// Nil where names play no part.
    let sortName: Data?
    let id: Int64

    init(moment: Int64, sortName: Data, id: Int64) {
        (self.moment, self.sortName, self.id) = (moment, sortName, id)
    }

    init(_ key: AssetKey, on walk: Walk) {
        moment = walk.moment(of: key)
        sortName = walk.path == .added ? nil : key.sortName
        id = key.id
    }

    /// - Parameter row: the columns of `Walk.order`.
    init(_ row: Row) {
        let hasName = row.count == 3
        moment = row[0]
        sortName = hasName ? row[1] : nil
        id = row[hasName ? 2 : 1]
    }

    var arguments: StatementArguments {
        if let sortName { [moment, sortName, id] } else { [moment, id] }
    }

    /// As many places for arguments.
    var placeholders: String { sortName == nil ? "(?, ?)" : "(?, ?, ?)" }

    func isBefore(_ other: WalkPoint) -> Bool {
        if moment != other.moment { return moment < other.moment }
        if let sortName, let otherName = other.sortName, sortName != otherName {
            return sortName.lexicographicallyPrecedes(otherName)
        }
        return id < other.id
    }
}
