internal import Foundation
internal import GRDB
internal import PhotoModel

/// What an asset keeps when its file is renamed or moved: the time at which it was added, and its preview hash.
///
/// An asset is identified by its path, so a renamed file is one asset removed and one inserted, in the order in which a
/// refresh finds them. Two files are the same if their inode, size and modification time are equal.
struct MovedAssets {
    struct Kept {
        let added: Timestamp
        let previewHash: Data?
    }

    private struct Key: Hashable {
        let inode: UInt64
        let byteSize: Int64
        let modificationTime: Int64

        init(_ state: AssetDraft.FileState) {
            (inode, byteSize, modificationTime) = (state.inode, state.byteSize, state.modificationTime)
        }
    }

    /// The most removed assets that are remembered in a refresh. Further files that were renamed count as new.
    private static let limit = 50_000

    private var removed: [Key: Kept] = [:]

    /// Remembers an asset that is about to be removed.
    mutating func note(_ known: AssetRow.Known, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                SELECT name, role, format, byte_size, modified_ns, changed_ns, inode FROM file
                WHERE asset_id = ? AND position = 0
                """)
        guard removed.count < Self.limit, let row = try Row.fetchOne(statement, arguments: [known.id]) else { return }
        removed[Key(FileRow(row).state)] = Kept(added: known.added, previewHash: known.previewHash)
    }

    /// What is known of a new asset's file under another name, whether or not that asset was removed already.
    func kept(_ draft: AssetDraft, _ database: Database) throws -> Kept? {
        guard let state = draft.states.first else { return nil }
        if let kept = removed[Key(state)] { return kept }
        let statement = try database.cachedStatement(
            sql: """
                SELECT a.added, a.placeholder FROM file AS f JOIN asset AS a ON a.id = f.asset_id
                WHERE f.inode = ? AND f.position = 0 AND f.byte_size = ? AND f.modified_ns = ? LIMIT 1
                """)
        let row = try Row.fetchOne(
            statement, arguments: [Int64(bitPattern: state.inode), state.byteSize, state.modificationTime])
        return row.map { Kept(added: Timestamp(milliseconds: $0[0]), previewHash: $0[1]) }
    }
}
