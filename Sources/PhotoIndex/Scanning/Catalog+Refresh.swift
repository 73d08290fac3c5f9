internal import GRDB
internal import PhotoCatalog
internal import PhotoModel

extension Catalog {
    /// Brings the catalog up to date with the files.
    ///
    /// Runs on the calling thread, with readers that end before it returns. A refresh that is cancelled or killed keeps
    /// what it committed; the next one completes it.
    ///
    /// - Parameters:
    ///   - check: called every few milliseconds; what it throws ends the refresh.
    ///   - progress: called after each transaction, on the calling thread.
    /// - Throws: `IndexError`, or what `check` throws.
    package func refresh(
        _ mode: RefreshMode = .full, options: RefreshOptions = RefreshOptions(), check: () throws -> Void = {},
        progress: (RefreshProgress) -> Void = { _ in }
    ) throws -> RefreshReport {
        guard root.isReadable else { throw IndexError.libraryGone(path: rootText) }
        let lock = try FileLock.take(files.refreshLock, waits: options.waitsForOthers, check: check)
        guard let lock else { throw IndexError.busy(file: files.database) }
        defer { withExtendedLifetime(lock) {} }
        do {
            return try refreshed(mode, options, check, progress)
        } catch {
            let error = IndexError.of(error, file: files.database)
            if case IndexError.corrupt = error { files.suspect() }
            throw error
        }
    }

    private func refreshed(
        _ mode: RefreshMode, _ options: RefreshOptions, _ check: () throws -> Void,
        _ progress: (RefreshProgress) -> Void
    ) throws -> RefreshReport {
        let before = try pool.read { database in try LibraryRow(database) }
        let mode = before.isComplete ? mode : .full
        let queue = try queue(mode, check: check)
        let refresh = Refresh(self, queue.folders, options, logs: before.isComplete)
        refresh.report.folders = queue.comparedFolders
        try refresh.run(check: check, progress: progress)
        if mode == .full, !before.isComplete { try complete() }
        if refresh.report.hasChanges { try pool.write { database in try ChangeLog.prune(now: .now, database) } }
        return try finished(refresh.report, before)
    }

    /// The root as people read it.
    var rootText: String { String(decoding: root.path, as: UTF8.self) }

    private func complete() throws {
        try pool.write { database in try LibraryRow.complete(at: .now, database) }
    }

    private func finished(_ report: RefreshReport, _ before: LibraryRow) throws -> RefreshReport {
        var report = report
        try pool.read { database in
            report.assets = try LibraryRow.assetCount(database)
            report.changesBefore = before.lastChange
            report.changesAfter = try LibraryRow(database).lastChange
            let room = RefreshReport.diagnosticLimit - report.diagnostics.count
            report.diagnostics += try OtherFileRow.diagnostics(limit: max(0, room), database)
        }
        return report
    }

    private func queue(
        _ mode: RefreshMode, check: () throws -> Void
    ) throws -> (folders: FolderQueue, comparedFolders: Int) {
        switch mode {
        case .full: return (FolderQueue(), 0)
        case .folders(let paths): return (FolderQueue(paths), 0)
        case .quick:
            var comparison = FolderComparison(root)
            try pool.read { database in
                try KnownFolder.forEach(database) { folder in
                    try check()
                    comparison.compare(folder)
                }
            }
            return (FolderQueue(comparison.changed, visited: comparison.unchanged), comparison.unchanged.count)
        }
    }
}
