internal import Foundation
internal import GRDB
package import PhotoFolder
package import PhotoModel

extension PhotoIndexDatabase {
    /// The files of an asset as the index knows them; the storage is not read.
    ///
    /// - Throws: `notFound` when there is no such asset.
    package func files(
        of localIdentifier: String, cancellation: Cancellation = .never
    ) throws(IndexError) -> AssetFiles {
        try read(cancellation: cancellation) { database in
            guard let identifier = LocalIdentifier(localIdentifier), identifier.kind == .asset,
                let files = try AssetFiles.read(Data(identifier.bytes), database)
            else { throw IndexError.notFound("asset \(localIdentifier)") }
            return files
        }
    }
}

extension AssetFiles {
    fileprivate static func read(_ identifier: Data, _ database: Database) throws -> AssetFiles? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT folder.path, file.name, file.role, file.format, file.byte_size, file.modified_ns,
                    file.changed_ns, file.inode
                FROM asset JOIN folder ON folder.id = asset.folder_id JOIN file ON file.asset_id = asset.id
                WHERE asset.identifier = ? ORDER BY file.position
                """)
        let rows = try Row.fetchAll(statement, arguments: [identifier])
        let files = rows.map { FileRow($0, from: 1) }
        let members = files.compactMap(\.member)
        guard let first = rows.first, !members.isEmpty else { return nil }
        return AssetFiles(
            folder: Array(first[0] as Data), members: members,
            sidecars: files.filter { $0.role == FileRow.sidecarRole }.map(\.name))
    }
}
