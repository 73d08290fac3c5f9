internal import Foundation
internal import GRDB
internal import PhotoFolder
internal import PhotoModel
internal import Platform

extension Refresh {
    private struct Listed {
        let inspection: FileInspection
        let listing: FolderListing
        let status: FileStatus
        /// Names of symbolic links to folders that are not shown under a path of their own in the library.
        let linkedFolders: [[UInt8]]
    }

    private struct Known {
        var folder: KnownFolder?
        var children: [KnownFolder] = []
        var files = KnownFiles()
    }

    /// Lists a folder and reads what the index knows of it. Nil if there is nothing to scan.
    func begin(_ path: [UInt8], _ cancellation: Cancellation) throws -> FolderScan? {
        let listed: Listed?
        do {
            listed = try list(path, cancellation)
        } catch let error as FolderError {
            try couldNotList(path, error)
            return nil
        }
        guard let listed else {
            hiddenLinks.insert(splitPath(path).folder)
            try forget(path)
            return nil
        }
        let known = try known(path)
        if let folder = known.folder, isUnmounted(folder, listed) {
            outcome.note(unmounted(path))
            return nil
        }
        try compareFolders(listed, known)
        if known.folder?.stamp.inode != listed.status.inode { outcome.newFolders.append(path) }
        return FolderScan(
            inspection: listed.inspection, listing: listed.listing, known: known.files, status: listed.status,
            isSettled: isSettled(listed.status), former: logs ? FormerAssets(photoIndex: photoIndex) : nil)
    }

    /// Lists a folder. Nil if it is in the library under another path.
    ///
    /// - Throws: `FolderError` if it cannot be listed, `IndexError.stopped`, and what reading the index throws.
    private func list(_ path: [UInt8], _ cancellation: Cancellation) throws -> Listed? {
        let folder = try photoIndex.root.folder(at: path)
        let status = try folder.status()
        guard try visit(status, at: path) else { return nil }
        guard let listing = try FolderListing(of: folder, cancellation: cancellation) else {
            throw IndexError.stopped(cancellation.reason ?? .cancelled)
        }
        let inspection = FileInspection(root: photoIndex.root, folder: folder, path: path)
        var linked: [[UInt8]] = []
        for index in 0..<listing.count where listing.kind(index) == .link {
            // Each is followed through all folders on its way, and there may be a hundred thousand.
            try cancellation.checkIndexing()
            let name = listing.name(index)
            if case .folder? = try? inspection.look(at: name, .link, readsAhead: false) { linked.append(name) }
        }
        return Listed(
            inspection: inspection, listing: listing, status: status,
            linkedFolders: linked.sorted { $0.lexicographicallyPrecedes($1) })
    }

    /// Marks a folder as visited. Returns false if it was listed or compared under another path, or if the path is a
    /// new link to a folder that the index has under another one.
    private func visit(_ status: FileStatus, at path: [UInt8]) throws -> Bool {
        let isCompared = queue.isCompared(status)
        guard isCompared || queue.isLink(path) else { return queue.visit(status) }
        let paths = try knownPaths(of: status)
        // If the index has it under the path of this link, too, each of them would make room for the other.
        if isCompared || !paths.contains(path), paths.contains(where: { $0 != path && leads($0, to: status) }) {
            return false
        }
        // A folder that was compared may have been moved to this path since, or its inode may be that of a new one.
        if isCompared { queue.leave(status) }
        return queue.visit(status)
    }

    /// The paths under which the index has a folder with the inode of this one.
    private func knownPaths(of status: FileStatus) throws -> [[UInt8]] {
        try photoIndex.pool.read { try KnownFolder.paths(ofInode: status.inode, $0) }
    }

    /// Whether a path, which may be that of a link, leads to a folder.
    private func leads(_ path: [UInt8], to status: FileStatus) -> Bool {
        guard let folder = try? photoIndex.root.folder(at: path) else { return false }
        return (try? folder.status())?.identity == status.identity
    }

    private func known(_ path: [UInt8]) throws -> Known {
        try photoIndex.pool.read { database in
            guard let folder = try KnownFolder.at(path, database) else { return Known() }
            return Known(
                folder: folder, children: try folder.children(database),
                files: try KnownFiles(folder: folder.row, database))
        }
    }

    /// Queues the subfolders, and removes those from the index that are gone.
    private func compareFolders(_ listed: Listed, _ known: Known) throws {
        let names = listed.listing.folders + listed.linkedFolders
        let present = Set(names)
        var unchanged: Set<[UInt8]> = []
        for child in known.children {
            let name = splitPath(child.path).name
            if !present.contains(name) {
                try forgetVanished(name, listed, child.path)
            } else if !queue.entersAll, let status = try? listed.inspection.folder.status(of: name),
                child.stamp.matches(status)
            {
                unchanged.insert(name)
            }
        }
        queue.enter(
            names.filter { !unchanged.contains($0) }.map { joined(listed.inspection.path, $0) },
            links: listed.linkedFolders.map { joined(listed.inspection.path, $0) })
    }

    /// Removes a subfolder from the index that is missing in the listing, if it is really gone. It may still exist if
    /// the disk fails, or if only the case of its name changed on a file system that ignores case.
    private func forgetVanished(_ name: [UInt8], _ listed: Listed, _ path: [UInt8]) throws {
        let status: FileStatus
        do throws(FolderError) {
            status = try listed.inspection.folder.status(of: name)
        } catch {
            guard case .notFound = error else { return outcome.note(diagnostic(path, error)) }
            return try forget(path)
        }
        if status.kind == .folder {
            guard hasOtherName(status, listed) else { return }
            try listAgain(path)
        }
        try forget(path)
    }

    private func hasOtherName(_ status: FileStatus, _ listed: Listed) -> Bool {
        listed.listing.folders.contains {
            (try? listed.inspection.folder.status(of: $0))?.identity == status.identity
        }
    }

    /// Has a folder and all folders inside listed again: they are as the index knows them, but for a name in their
    /// paths.
    private func listAgain(_ path: [UInt8]) throws {
        for known in try photoIndex.pool.read({ try FolderRow.paths(in: path, $0) }) {
            if let status = try? photoIndex.root.folder.status(of: known) { queue.leave(status) }
        }
    }

    /// A folder that cannot be read now is not empty: the index keeps what it knows, unless the folder is really gone.
    private func couldNotList(_ path: [UInt8], _ error: FolderError) throws {
        switch error {
        case .notFound, .notFolder:
            try photoIndex.checkRoot()
            guard !path.isEmpty else { throw IndexError.libraryGone(path: photoIndex.rootText) }
            if !(try isOnMissingDisk(path)) { try forget(path) }
        default:
            guard !path.isEmpty else { throw IndexError.libraryUnreadable(error) }
            outcome.note(diagnostic(path, error))
            outcome.unreadableFolders.append(diagnostic(path, error))
            batch.append(.unread(folder: path))
        }
    }

    private func forget(_ path: [UInt8]) throws {
        let assets = try photoIndex.pool.read { database in
            try KnownFolder.at(path, database) == nil ? nil : FolderRow.assets(in: path, database)
        }
        guard let assets else { return }
        try photoIndex.checkRoot()
        removals.remove(assets)
        forgotten.append(.forget(folder: path))
    }
}

extension Refresh {
    /// Whether a disk seems to be unmounted: the folder is empty and on another device than when it was last read, and is
    /// not the same folder of a disk that has another number since it was mounted again.
    private func isUnmounted(_ known: KnownFolder, _ listed: Listed) -> Bool {
        isUnmounted(known, listed.inspection.folder, listed.status, listed.listing)
    }

    private func isUnmounted(
        _ known: KnownFolder, _ folder: OpenFolder, _ status: FileStatus, _ listing: FolderListing
    ) -> Bool {
        guard known.stamp.wasRead, known.stamp.device != status.device, listing.count == 0, listing.folders.isEmpty
        else { return false }
        return known.stamp.inode != status.inode || isTopOfDisk(folder, status)
    }

    /// Whether a folder is where a disk is mounted. It has the same inode on all disks of a file system.
    private func isTopOfDisk(_ folder: OpenFolder, _ status: FileStatus) -> Bool {
        (try? folder.status(of: "..".utf8))?.device != status.device
    }

    /// Whether a disk seems to be unmounted at the closest folder above `path` that still exists, which may be the root.
    private func isOnMissingDisk(_ path: [UInt8]) throws -> Bool {
        var above = path
        while !above.isEmpty {
            above = splitPath(above).folder
            guard let folder = try? photoIndex.root.folder(at: above), let status = try? folder.status() else {
                continue
            }
            // Listed last: thousands of folders may have been removed from one that has many files.
            guard let known = try photoIndex.pool.read({ try KnownFolder.at(above, $0) }),
                known.stamp.device != status.device, let listing = try? FolderListing(of: folder, cancellation: .never)
            else { return false }
            return isUnmounted(known, folder, status, listing)
        }
        return false
    }

    private func unmounted(_ path: [UInt8]) -> Diagnostic {
        Diagnostic(
            path: AssetPath(bytes: path), reason: .io,
            message: "the folder is empty and on another device than before; mount the disk that belongs there")
    }

    private func diagnostic(_ path: [UInt8], _ error: FolderError) -> Diagnostic {
        Diagnostic(path: AssetPath(bytes: path), reason: error.status, message: error.description)
    }

    /// False if the folder was changed a moment ago: it may change again without a difference in its status.
    private func isSettled(_ status: FileStatus) -> Bool {
        let age = WallTime.now.subtractingReportingOverflow(status.changeTime)
        return age.overflow || !(0..<options.settlingTime.wholeNanoseconds).contains(age.partialValue)
    }
}
