internal import Foundation
internal import GRDB

// Work on a folder and everything inside it, at any depth.
extension FolderRow {
    /// A condition on `path`.
    private static let subtree = "(path = ? OR (path > ? AND path < ?))"

    private static func arguments(_ path: [UInt8]) -> StatementArguments {
        // Every path sorts after that of the root, which is empty; "0" is the character after "/".
        if path.isEmpty { return [Data(), Data(), Data([0xFF])] }
        return [Data(path), Data(path + [UInt8(ascii: "/")]), Data(path + [UInt8(ascii: "0")])]
    }

    /// The paths of the folder and of all folders inside.
    static func paths(in path: [UInt8], _ database: Database) throws -> [[UInt8]] {
        try Data.fetchAll(database, sql: "SELECT path FROM folder WHERE \(subtree)", arguments: arguments(path))
            .map { Array($0) }
    }

    /// The ids of the assets in the folder and in all folders inside.
    static func assets(in path: [UInt8], _ database: Database) throws -> [Int64] {
        try Int64.fetchAll(
            database, sql: "SELECT id FROM asset WHERE folder_id IN (SELECT id FROM folder WHERE \(subtree))",
            arguments: arguments(path))
    }

    /// Removes the rows of the folder and of all folders inside. Their assets must have been removed before.
    static func remove(_ path: [UInt8], _ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM other_file WHERE folder_id IN (SELECT id FROM folder WHERE \(subtree))",
            arguments: arguments(path))
        // One at a time, because a folder can be removed only after those inside it.
        let rows = try Int64.fetchAll(
            database, sql: "SELECT id FROM folder WHERE \(subtree) ORDER BY path DESC", arguments: arguments(path))
        for row in rows {
            try database.cachedStatement(sql: "DELETE FROM folder WHERE id = ?").execute(arguments: [row])
        }
    }
}
