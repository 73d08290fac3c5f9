internal import Foundation
internal import GRDB
internal import PhotoFolder
internal import PhotoModel

/// Finds the asset that a file belongs to. The storage is read only if symbolic links may be in its path.
struct FileSearch {
    let root: LibraryRoot
    let database: Database

    /// The 16 bytes of the identifier of the asset that the file at `path` belongs to; nil if it belongs to none.
    func identifier(ofFile path: [UInt8]) throws -> Data? {
        guard HiddenNames.admits(path: path) else { return nil }
        if let found = try known(path) { return found }
        guard let target = try? root.canonicalPath(of: path), target != path, HiddenNames.admits(path: target) else {
            return nil
        }
        return try known(target)
    }

    private func known(_ path: [UInt8]) throws -> Data? {
        try representing(path) ?? companion(path)
    }

    private func representing(_ path: [UInt8]) throws -> Data? {
        let statement = try database.cachedStatement(sql: "SELECT identifier FROM asset WHERE identifier = ?")
        return try Data.fetchOne(statement, arguments: [Data(root.identity.asset(at: path).bytes)])
    }

    /// The asset of a file that does not represent it. Sidecars do not count as files of an asset.
    private func companion(_ path: [UInt8]) throws -> Data? {
        let (folder, name) = splitPath(path)
        let statement = try database.cachedStatement(
            sql: """
                SELECT asset.identifier FROM file INDEXED BY file_companion
                CROSS JOIN asset ON asset.id = file.asset_id
                CROSS JOIN folder ON folder.id = asset.folder_id
                WHERE file.name = ? AND file.position > 0 AND file.role <> \(FileRow.sidecarRole) AND folder.path = ?
                """)
        return try Data.fetchOne(statement, arguments: [Data(name), Data(folder)])
    }
}
