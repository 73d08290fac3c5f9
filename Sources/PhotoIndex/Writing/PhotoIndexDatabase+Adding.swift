internal import Foundation
internal import GRDB
package import PhotoFolder
package import PhotoModel

extension PhotoIndexDatabase {
    /// Writes an asset into the index whose file was just added to the library, as an asset of its own.
    ///
    /// Nothing else in its folder is looked at, since there may be a hundred thousand files, unless the index has another file of
    /// its name. The folder counts as changed until a refresh has listed it.
    ///
    /// - Parameters:
    ///   - files: the one file of the asset. If it is gone or cannot be read, the index stays as it is.
    ///   - cancellation: checked while another process refreshes the index, and while the file is read.
    /// - Throws: `IndexError`.
    package func add(
        _ files: AssetFiles, options: RefreshOptions = RefreshOptions(), cancellation: Cancellation = .never
    ) throws {
        try refreshing(options, cancellation) {
            guard try !hasOther(files) else {
                _ = try refreshed(.folders([files.folder]), options, cancellation) { _ in }
                return
            }
            guard let scan = self.scan(of: files) else { return }
            let unit = ScanUnit(folder: 0, scan: scan, range: 0..<scan.listing.count)
            let drafts = GroupReader.read(unit, root.identity, options, cancellation).groups.flatMap(\.drafts)
            // What was not read must not be taken for what is not there.
            try cancellation.checkIndexing()
            guard !drafts.isEmpty else { return }
            let isComplete = try pool.read { try LibraryRow($0).isComplete }
            try write(now: .now, logs: isComplete, emptyAlbums: options.emptyAlbums()) { writer, database in
                let folder = try FolderRow.id(of: files.folder, root.identity, database)
                // A refresh may have found it already.
                for draft in drafts { _ = try writer.refresh(draft, folder: folder, isNew: false) }
            }
        }
    }

    /// Whether the index has a file of this name as one of another asset or of none: it was there before, or was found beside others
    /// since. With two files of one name, a refresh would take this one for gone.
    private func hasOther(_ files: AssetFiles) throws -> Bool {
        try pool.read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT EXISTS (
                        SELECT 1 FROM file INDEXED BY file_companion CROSS JOIN asset ON asset.id = file.asset_id
                        WHERE file.name = :name AND file.position > 0 AND asset.folder_id = folder.id
                    ) OR EXISTS (SELECT 1 FROM other_file WHERE folder_id = folder.id AND name = :name)
                    FROM folder WHERE path = :path
                    """)
            return try files.members.contains { member in
                let arguments: StatementArguments = ["name": Data(member.name), "path": Data(files.folder)]
                return try Bool.fetchOne(statement, arguments: arguments) ?? false
            }
        }
    }

    /// A scan of the asset's file alone; nil if its folder cannot be opened.
    private func scan(of files: AssetFiles) -> FolderScan? {
        guard let folder = try? root.folder(at: files.folder), let status = try? folder.status() else { return nil }
        return FolderScan(
            inspection: FileInspection(root: root, folder: folder, path: files.folder),
            listing: FolderListing(ofFiles: files.members.map(\.name)), known: KnownFiles(), status: status,
            isSettled: false, former: nil)
    }
}
