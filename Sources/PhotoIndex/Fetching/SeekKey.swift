internal import Foundation
internal import GRDB

/// Where a page of a keyset order begins or ends: the values of the columns by which its index sorts.
struct SeekKey {
    let moment: Int64
    /// Nil if the order does not depend on names.
    let sortName: Data?
    let id: Int64

    init(moment: Int64, sortName: Data, id: Int64) {
        (self.moment, self.sortName, self.id) = (moment, sortName, id)
    }

    init(_ key: AssetKey, on keyset: KeysetOrder) {
        moment = keyset.moment(of: key)
        sortName = keyset.path == .added ? nil : key.sortName
        id = key.id
    }

    /// - Parameter row: the columns of `KeysetOrder`.
    init(_ row: Row) {
        let hasName = row.count == 3
        moment = row[0]
        sortName = hasName ? row[1] : nil
        id = row[hasName ? 2 : 1]
    }

    var arguments: StatementArguments {
        if let sortName { [moment, sortName, id] } else { [moment, id] }
    }

    /// The placeholders of its values in SQL.
    var parameters: String { sortName == nil ? "(?, ?)" : "(?, ?, ?)" }

    func isBefore(_ other: SeekKey) -> Bool {
        if moment != other.moment { return moment < other.moment }
        if let sortName, let otherName = other.sortName, sortName != otherName {
            return sortName.lexicographicallyPrecedes(otherName)
        }
        return id < other.id
    }
}
