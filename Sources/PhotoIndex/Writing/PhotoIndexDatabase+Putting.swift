internal import GRDB
internal import PhotoFolder
internal import PhotoModel

extension PhotoIndexDatabase {
    /// Writes assets that the caller made, in one transaction. Tests and benchmarks use it to make indexes without
    /// files.
    package func put(_ drafts: [AssetDraft]) throws {
        try write(now: .now) { writer, database in
            for draft in drafts {
                try writer.put(draft, folder: try FolderRow.id(of: draft.files.folder, root.identity, database))
            }
        }
    }
}
