internal import Foundation
internal import GRDB
internal import PhotoFolder
internal import Platform

/// What an index knows of one folder.
struct KnownFolder {
    let row: Int64
    let path: [UInt8]
    let stamp: FolderStamp

    private static let columns = "id, path, device, inode, modified_ns, changed_ns"

    static func at(_ path: [UInt8], _ database: Database) throws -> KnownFolder? {
        let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM folder WHERE path = ?")
        return try Row.fetchOne(statement, arguments: [Data(path)]).map(KnownFolder.init)
    }

    /// The paths of the folders with this inode, which may be on different devices.
    static func paths(ofInode inode: UInt64, _ database: Database) throws -> [[UInt8]] {
        let statement = try database.cachedStatement(sql: "SELECT path FROM folder WHERE inode = ?")
        return try Data.fetchAll(statement, arguments: [Int64(bitPattern: inode)]).map { Array($0) }
    }

    /// The folders directly inside.
    func children(_ database: Database) throws -> [KnownFolder] {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM folder WHERE parent_id = ?")
        return try Row.fetchAll(statement, arguments: [row]).map(KnownFolder.init)
    }

    static func forEach(_ database: Database, _ body: (KnownFolder) throws -> Void) throws {
        let cursor = try Row.fetchCursor(database, sql: "SELECT \(columns) FROM folder ORDER BY path")
        while let row = try cursor.next() { try body(KnownFolder(row)) }
    }

    private init(_ row: Row) {
        self.row = row[0]
        path = Array(row[1] as Data)
        stamp = FolderStamp(
            device: UInt64(bitPattern: row[2]), inode: UInt64(bitPattern: row[3]), modificationTime: row[4],
            changeTime: row[5])
    }
}

/// The state of a folder when its scan was completed. It is zero if that never happened; times that cannot be trusted
/// are zero, too.
struct FolderStamp: Hashable {
    var device: UInt64
    var inode: UInt64
    var modificationTime: Int64
    var changeTime: Int64

    var wasRead: Bool { inode != 0 }

    /// Whether a folder is unchanged. The device is not compared: its number changes when a disk is mounted again.
    func matches(_ status: FileStatus) -> Bool {
        changeTime != 0 && inode == status.inode && modificationTime == status.modificationTime
            && changeTime == status.changeTime
    }
}
