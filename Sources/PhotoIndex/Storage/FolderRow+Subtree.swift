internal import Foundation
internal import GRDB

// A folder and all inside of it.
extension FolderRow {
    /// A condition on `path`.
    private static let subtree = "(path = ? OR (path > ? AND path < ?))"

    private static func arguments(_ path: [UInt8]) -> StatementArguments {
        // Every path comes after that of the root; "0" follows "/".
        if path.isEmpty { return [Data(), Data(), Data([0xFF])] }
        return [Data(path), Data(path + [UInt8(ascii: "/")]), Data(path + [UInt8(ascii: "0")])]
    }

    /// Their paths.
    static func paths(in path: [UInt8], _ database: Database) throws -> [[UInt8]] {
        try Data.fetchAll(database, sql: "SELECT path FROM folder WHERE \(subtree)", arguments: arguments(path))
            .map { Array($0) }
    }

    /// Their assets.
    static func assets(in path: [UInt8], _ database: Database) throws -> [Int64] {
        try Int64.fetchAll(
            database, sql: "SELECT id FROM asset WHERE folder_id IN (SELECT id FROM folder WHERE \(subtree))",
            arguments: arguments(path))
    }

    /// Removes them; their assets are gone already.
    static func remove(_ path: [UInt8], _ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM other_file WHERE folder_id IN (SELECT id FROM folder WHERE \(subtree))",
            arguments: arguments(path))
        // One by one: a folder goes after those inside of it.
        let rows = try Int64.fetchAll(
            database, sql: "SELECT id FROM folder WHERE \(subtree) ORDER BY path DESC", arguments: arguments(path))
        for row in rows {
            try database.cachedStatement(sql: "DELETE FROM folder WHERE id = ?").execute(arguments: [row])
        }
    }
}
