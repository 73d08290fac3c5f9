internal import Foundation
internal import GRDB
internal import PhotoFolder
internal import PhotoModel

/// Reads and writes the column `placeholder` of the table `asset`, which has preview hashes.
enum PreviewHashRow {
    /// Writes a preview hash.
    ///
    /// - Returns: false if the asset does not need it any more.
    static func put(_ bytes: [UInt8], of origin: ThumbnailOrigin, _ database: Database) throws -> Bool {
        guard let id = try id(lacking: origin, database) else { return false }
        try database.cachedStatement(sql: "UPDATE asset SET placeholder = ? WHERE id = ?")
            .execute(arguments: [Data(bytes), id])
        return true
    }

    /// The row of the asset; nil if it has a preview hash, is gone, or its files changed since the thumbnail was
    /// rendered.
    static func id(lacking origin: ThumbnailOrigin, _ database: Database) throws -> Int64? {
        guard let identifier = LocalIdentifier(origin.asset) else { return nil }
        let statement = try database.cachedStatement(
            sql: """
                SELECT f.name, f.role, f.format, f.byte_size, f.modified_ns, f.changed_ns, f.inode, a.id, a.version_token
                FROM asset AS a JOIN file AS f ON f.asset_id = a.id
                WHERE a.identifier = ? AND a.placeholder IS NULL
                """)
        let rows = try Row.fetchAll(statement, arguments: [Data(identifier.bytes)])
        guard let first = rows.first, isKnown(origin, rows.map { FileRow($0) }, contentTag: first[8]) else {
            return nil
        }
        return first[7]
    }

    private static func isKnown(_ origin: ThumbnailOrigin, _ files: [FileRow], contentTag: Int64) -> Bool {
        // Compare the token of a single file: it is right even while the index does not trust the times that it has of
        // the file.
        guard files.count(where: { $0.role != FileRow.sidecarRole }) > 1 else {
            let token = ContentTag.token(of: [ContentTag.token(of: origin.status)], turned: [origin.turned])
            return UInt64(bitPattern: contentTag) == token
        }
        return files.contains { $0.name == origin.filename && $0.state == AssetDraft.FileState(origin.status) }
    }
}
