internal import GRDB
internal import PhotoCatalog
internal import PhotoModel

extension Catalog {
    /// Writes assets that somebody else made, in one transaction: for catalogs without files, which tests and
    /// benchmarks use.
    package func put(_ drafts: [AssetDraft]) throws {
        try write(now: .now) { writer, database in
            for draft in drafts {
                try writer.put(draft, folder: try FolderRow.id(of: draft.files.folder, root.identity, database))
            }
        }
    }
}
