import Foundation
import GRDB
import Imaging
import PhotoFolder
import PhotoModel

@testable import PhotoIndex

/// What an index holds, as lines that do not depend on the order in which it came in.
enum IndexDump {
    private static let assetColumns = """
        hex(a.identifier), hex(a.name), hex(a.sort_name), a.kind, a.format, a.created, a.created_offset,
        a.created_source, a.local_day, a.modified, a.byte_size, a.version_token, a.pixel_width, a.pixel_height,
        a.duration, a.latitude, a.longitude, a.has_adjustments, a.representation_count
        """

    static func lines(_ photoIndex: PhotoIndexDatabase) throws -> [String] {
        try photoIndex.pool.read { database in
            try rows(
                database,
                """
                SELECT 'asset', hex(d.path), \(assetColumns), a.rating, hex(a.folded_text), hex(a.burst),
                    t.filename, t.title, t.keywords, t.camera, t.dates
                FROM asset AS a JOIN folder AS d ON d.id = a.folder_id LEFT JOIN asset_text AS t ON t.rowid = a.id
                """)
                + rows(
                    database,
                    """
                    SELECT 'file', hex(a.identifier), f.position, hex(f.name), f.role, f.format, f.byte_size,
                        f.modified_ns, f.inode FROM file AS f JOIN asset AS a ON a.id = f.asset_id
                    """)
                + rows(
                    database,
                    """
                    SELECT 'other', hex(d.path), hex(o.name), o.byte_size, o.reason, o.message
                    FROM other_file AS o JOIN folder AS d ON d.id = o.folder_id
                    """)
                + rows(
                    database,
                    "SELECT 'tally', min(t.scope, 0), hex(d.path), day, kind, count FROM tally AS t "
                        + "LEFT JOIN folder AS d ON d.id = t.scope")
                + rows(database, "SELECT 'folder', hex(path), hex(identifier), is_camera_folder FROM folder")
        }
    }

    /// The rows of the table `asset` alone, as a walk without an index would make them.
    static func assets(_ photoIndex: PhotoIndexDatabase) throws -> [String] {
        // Which photos of a burst are stacked only an index says.
        let columns = assetColumns.replacing("a.kind", with: "a.kind & ~\(AssetKind.bits(.stacked))")
        return try photoIndex.pool.read { try rows($0, "SELECT \(columns) FROM asset AS a") }
    }

    static func walkedAssets(_ root: LibraryRoot) throws -> [String] {
        var found: [AssetFiles] = []
        var walk = LibraryTraversal(root)
        while walk.step({ if case .asset(let files) = $0 { found.append(files) } }) {}
        var records = AssetRecords(root)
        return try found.map { files in
            let draft = AssetDraft(
                asset: try records.asset(files), files: files, states: [], added: Timestamp(milliseconds: 0))
            let row = AssetRow(draft, AssetRow.identifier(of: draft), folder: 0)
            let hexed = [row.identifier, row.name, row.sortName].map { $0.map { String(format: "%02X", $0) }.joined() }
            let numbers: [DatabaseValue] = [
                row.kind.rawValue.databaseValue, row.format.databaseValue, row.created.milliseconds.databaseValue,
                row.createdOffset.databaseValue, row.createdSource.databaseValue, row.localDay.databaseValue,
                row.modified.milliseconds.databaseValue, row.byteSize.databaseValue, row.contentTag.databaseValue,
                row.pixelWidth.databaseValue, row.pixelHeight.databaseValue, row.duration.databaseValue,
                row.latitude.databaseValue, row.longitude.databaseValue, row.hasAdjustments.databaseValue,
                row.representationCount.databaseValue,
            ]
            return (hexed + numbers.map(\.description)).joined(separator: " | ")
        }.sorted()
    }

    private static func rows(_ database: Database, _ sql: String) throws -> [String] {
        try Row.fetchAll(database, sql: sql).map { row in
            row.databaseValues.map { String.fromDatabaseValue($0) ?? $0.description }.joined(separator: " | ")
        }.sorted()
    }
}
