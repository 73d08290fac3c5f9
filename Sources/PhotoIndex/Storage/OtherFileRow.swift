internal import Foundation
internal import GRDB
internal import PhotoFolder
internal import PhotoModel

/// Rows of the table `other_file`.
enum OtherFileRow {
    static func put(_ file: GroupFindings.OtherFile, folder: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO other_file (
                    folder_id, name, byte_size, modified_ns, changed_ns, inode, reason, message)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            folder, Data(file.name), file.state.byteSize, file.state.modificationTime, file.state.changeTime,
            Int64(bitPattern: file.state.inode), file.diagnostic?.reason.rawValue, file.diagnostic?.message,
        ])
    }

    static func remove(_ name: [UInt8], folder: Int64, _ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM other_file WHERE folder_id = ? AND name = ?")
            .execute(arguments: [folder, Data(name)])
    }

    /// The files that do not look like assets.
    static func leftOut(_ database: Database) throws -> LeftOutFiles {
        var files = LeftOutFiles()
        let rows = try Row.fetchCursor(database, sql: "SELECT name FROM other_file WHERE reason IS NULL")
        while let row = try rows.next() {
            try row.withUnsafeData(atIndex: 0) { name in
                guard let name, !name.isEmpty else { return }
                let bytes = Array(name)
                if GroupKey.sidecar(bytes) == nil { files.note(bytes) }
            }
        }
        return files
    }

    /// The diagnostics, in the order of folders, and one that says how many files are left out.
    static func diagnosticsWithLeftOut(limit: Int, _ database: Database) throws -> [Diagnostic] {
        let about = [try leftOut(database).diagnostic].compactMap(\.self)
        return try diagnostics(limit: max(0, limit - about.count), database) + about
    }

    /// The diagnostics, in the order of folders.
    private static func diagnostics(limit: Int, _ database: Database) throws -> [Diagnostic] {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT d.path, o.name, o.reason, o.message FROM other_file AS o JOIN folder AS d ON d.id = o.folder_id
                WHERE o.reason IS NOT NULL ORDER BY d.path, o.name LIMIT ?
                """, arguments: [limit])
        var diagnostics: [Diagnostic] = []
        while let row = try rows.next() {
            let path = joined(Array(row[0] as Data), Array(row[1] as Data))
            diagnostics.append(
                Diagnostic(path: AssetPath(bytes: path), reason: PhotoStatus(rawValue: row[2]), message: row[3]))
        }
        return diagnostics
    }
}
