internal import Foundation
internal import GRDB

/// The values by which an asset is sorted in the indexes of the database.
struct AssetKey {
    let id: Int64
    let folder: Int64
    let localDay: Int64
    let kind: AssetKind
    let created: Int64
    let added: Int64
    let sortName: Data

    /// The keys of assets by their identifiers; those that are not in the index are left out.
    static func find(_ identifiers: [Data], _ database: Database) throws -> [Data: AssetKey] {
        let statement = try database.cachedStatement(
            sql: "SELECT id, folder_id, local_day, kind, created, added, sort_name FROM asset WHERE identifier = ?")
        var keys: [Data: AssetKey] = [:]
        for identifier in identifiers {
            keys[identifier] = try Row.fetchOne(statement, arguments: [identifier]).map(AssetKey.init)
        }
        return keys
    }

    private init(_ row: Row) {
        id = row[0]
        folder = row[1]
        localDay = row[2]
        kind = AssetKind(rawValue: row[3])
        created = row[4]
        added = row[5]
        sortName = row[6]
    }
}
