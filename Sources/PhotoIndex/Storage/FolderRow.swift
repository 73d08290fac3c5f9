internal import Foundation
internal import GRDB
internal import PhotoFolder
internal import PhotoModel
internal import Platform

/// Rows of the table `folder`.
enum FolderRow {
    /// The id of the folder at `path`. Rows are added for it and for the folders above it if they are new.
    static func id(of path: [UInt8], _ identity: LibraryIdentity, _ database: Database) throws -> Int64 {
        let search = try database.cachedStatement(sql: "SELECT id FROM folder WHERE path = ?")
        if let known = try Int64.fetchOne(search, arguments: [Data(path)]) { return known }
        let parent = path.isEmpty ? nil : try id(of: splitPath(path).folder, identity, database)
        let insertion = try database.cachedStatement(
            sql: """
                INSERT INTO folder (
                    parent_id, path, identifier, list_identifier, is_camera_folder, device, inode, modified_ns, changed_ns)
                VALUES (?, ?, ?, ?, ?, 0, 0, 0, 0)
                """)
        try insertion.execute(arguments: [
            parent, Data(path), Data(identity.collection(folder: path).bytes),
            Data(identity.collectionList(folder: path).bytes), isCameraFolder(path),
        ])
        return database.lastInsertedRowID
    }

    /// Writes the status that a folder had when its scan was completed; without its times if it has to be read again.
    static func setStatus(_ status: FileStatus, isSettled: Bool, of id: Int64, _ database: Database) throws {
        try database.cachedStatement(
            sql: "UPDATE folder SET device = ?, inode = ?, modified_ns = ?, changed_ns = ? WHERE id = ?"
        ).execute(arguments: [
            Int64(bitPattern: status.device), Int64(bitPattern: status.inode),
            isSettled ? status.modificationTime : 0, isSettled ? status.changeTime : 0, id,
        ])
    }

    /// Takes the times of a folder away, so that it is listed by the next refresh that compares them.
    static func unsettle(_ path: [UInt8], _ database: Database) throws {
        try database.cachedStatement(sql: "UPDATE folder SET modified_ns = 0, changed_ns = 0 WHERE path = ?")
            .execute(arguments: [Data(path)])
    }
}
