internal import GRDB
package import PhotoFolder
package import PhotoModel

extension PhotoIndexDatabase {
    /// Writes an asset into the index whose file was just added to the library, as an asset of its own.
    ///
    /// Nothing else in its folder is looked at, since there may be a hundred thousand files. The folder counts as changed until
    /// a refresh has listed it.
    ///
    /// - Parameters:
    ///   - files: the one file of the asset. If it is gone or cannot be read, the index stays as it is.
    ///   - cancellation: checked while another process refreshes the index, and while the file is read.
    /// - Throws: `IndexError`.
    package func add(
        _ files: AssetFiles, options: RefreshOptions = RefreshOptions(), cancellation: Cancellation = .never
    ) throws {
        try refreshing(options, cancellation) {
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

    /// A scan of the asset's file alone; nil if its folder cannot be opened.
    private func scan(of files: AssetFiles) -> FolderScan? {
        guard let folder = try? root.folder(at: files.folder), let status = try? folder.status() else { return nil }
        return FolderScan(
            inspection: FileInspection(root: root, folder: folder, path: files.folder),
            listing: FolderListing(ofFiles: files.members.map(\.name)), known: KnownFiles(), status: status,
            isSettled: false, former: nil)
    }
}
