internal import Foundation
internal import GRDB
internal import PhotoFolder
internal import PhotoModel
internal import Platform

/// Looks up files in the index that have other names now, so that a file that was renamed or moved need not be read
/// again. Shared by all readers of a refresh.
struct FormerAssets: Sendable {
    let photoIndex: PhotoIndexDatabase

    /// The draft of a file that is an asset by itself, if the index knows the same file (by device, inode, size and
    /// time) under another name. Nil if the file has to be read.
    func draft(of file: GroupFile, in scan: FolderScan) -> AssetDraft? {
        guard let state = file.state, let status = try? scan.inspection.folder.status(of: file.name),
            AssetDraft.FileState(status) == state
        else { return nil }
        return try? photoIndex.pool.read { database in
            guard let former = try Former.find(status, database),
                let asset = try Asset.read([former.id], database).first?
                    .renamed(to: joined(scan.path, file.name), status: status, photoIndex.root.identity),
                let member = former.member(file.name)
            else { return nil }
            return former.draft(asset, AssetFiles(folder: scan.path, members: [member]), state)
        }
    }
}

/// An asset in the index that has one file and no sidecars.
private struct Former {
    let id: Int64
    private let file: FileRow
    /// The words in the index, which has no caption in its original form.
    private let words: AssetDraft.Words
    private let foldedWords: [UInt8]
    private let rating: Int
    private let isSelfie: Bool
    private let burst: [UInt8]?
    private let added: Timestamp

    /// Finds the asset of a file. Ignores files without a change time: they may have been written to since they were
    /// read.
    static func find(_ status: FileStatus, _ database: Database) throws -> Former? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT f.name, f.role, f.format, f.byte_size, f.modified_ns, f.changed_ns, f.inode,
                    a.id, a.kind, a.added, t.title, t.keywords, t.camera, a.rating, a.folded_text, a.burst
                FROM file AS f JOIN asset AS a ON a.id = f.asset_id JOIN folder AS d ON d.id = a.folder_id
                    JOIN asset_text AS t ON t.rowid = a.id
                WHERE f.inode = ? AND f.position = 0 AND f.byte_size = ? AND f.modified_ns = ? AND f.changed_ns != 0
                    AND d.device = ? AND NOT EXISTS (SELECT 1 FROM file AS o WHERE o.asset_id = a.id AND o.position > 0)
                LIMIT 1
                """)
        return try Row.fetchOne(
            statement,
            arguments: [
                Int64(bitPattern: status.inode), status.byteSize, status.modificationTime,
                Int64(bitPattern: status.device),
            ]
        ).map(Former.init)
    }

    private init(_ row: Row) {
        file = FileRow(row)
        id = row[7]
        isSelfie = AssetKind(rawValue: row[8]).isSelfie
        added = Timestamp(milliseconds: row[9])
        var words = AssetDraft.Words()
        words.title = row[10]
        words.keywords = (row[11] as String).split(separator: "\n").map(String.init)
        words.camera = row[12]
        self.words = words
        rating = row[13]
        foldedWords = FoldedText.withoutFirst(row[14])
        burst = (row[15] as Data?).map { Array($0) }
    }

    func member(_ name: [UInt8]) -> AssetFiles.Member? {
        file.member.map { AssetFiles.Member(name: name, role: $0.role, format: $0.format) }
    }

    func draft(_ asset: Asset, _ files: AssetFiles, _ state: AssetDraft.FileState) -> AssetDraft {
        var draft = AssetDraft(asset: asset, files: files, states: [state], added: added)
        draft.words = words
        draft.foldedWords = foldedWords
        draft.rating = rating
        draft.isSelfie = isSelfie
        draft.burst = burst
        return draft
    }
}
