internal import GRDB
internal import PhotoFolder
package import PhotoModel

extension PhotoIndexDatabase {
    /// Brings the index up to date with the files.
    ///
    /// Runs on the calling thread, with reader threads that end before it returns. A refresh that is cancelled or
    /// killed keeps what it committed; the next one completes it.
    ///
    /// - Parameters:
    ///   - cancellation: checked every few milliseconds.
    ///   - progress: called after each transaction, on the calling thread.
    /// - Throws: `IndexError`.
    package func refresh(
        _ mode: RefreshMode = .full, options: RefreshOptions = RefreshOptions(), cancellation: Cancellation = .never,
        progress: (RefreshProgress) -> Void = { _ in }
    ) throws -> RefreshOutcome {
        try refreshing(options, cancellation) { try refreshed(mode, options, cancellation, progress) }
    }

    /// Does work that only one process may do at a time, on a library that is there.
    func refreshing<Result>(
        _ options: RefreshOptions, _ cancellation: Cancellation, _ body: () throws -> Result
    ) throws -> Result {
        try checkRoot()
        let lock = try FileLock.take(files.refreshLock, waits: options.waitsForOthers, cancellation: cancellation)
        guard let lock else { throw IndexError.busy(file: files.database) }
        defer { withExtendedLifetime(lock) {} }
        do {
            return try body()
        } catch {
            let error = IndexError.of(error, file: files.database)
            if case IndexError.corrupt = error { files.suspect() }
            throw error
        }
    }

    /// Does what `refresh` does, in `refreshing`.
    func refreshed(
        _ mode: RefreshMode, _ options: RefreshOptions, _ cancellation: Cancellation,
        _ progress: (RefreshProgress) -> Void
    ) throws -> RefreshOutcome {
        let before = try pool.read { database in try LibraryRow(database) }
        let mode = before.isComplete ? mode : .full
        let queue = try queue(mode, cancellation: cancellation)
        let refresh = Refresh(self, queue.folders, options, logs: before.isComplete)
        refresh.outcome.report.folders = queue.comparedFolders
        try refresh.run(cancellation: cancellation, progress: progress)
        if mode == .full, !before.isComplete { try complete() }
        if refresh.outcome.hasChanges { try pool.write { database in try ChangeLog.prune(now: .now, database) } }
        return try finished(refresh.outcome, before)
    }

    /// Checks that the root can be read and is still the folder that was opened.
    ///
    /// - Throws: `libraryUnreadable` if it is there and cannot be read, `libraryGone` otherwise.
    func checkRoot() throws(IndexError) {
        if root.isReadable { return }
        do throws(FolderError) {
            _ = try LibraryRoot(path: root.path)
        } catch {
            switch error {
            case .accessDenied, .io: throw IndexError.libraryUnreadable(error)
            default: break
            }
        }
        throw IndexError.libraryGone(path: rootText)
    }

    /// The root's path as text, for messages.
    var rootText: String { String(decoding: root.path, as: UTF8.self) }

    private func complete() throws {
        try pool.write { database in try LibraryRow.complete(at: .now, database) }
    }

    private func finished(_ outcome: RefreshOutcome, _ before: LibraryRow) throws -> RefreshOutcome {
        var outcome = outcome
        try pool.read { database in
            outcome.report.assets = try LibraryRow.assetCount(database)
            outcome.changesBefore = before.lastChange
            outcome.changesAfter = try LibraryRow(database).lastChange
            let room = RefreshOutcome.diagnosticLimit - outcome.diagnostics.count
            outcome.diagnostics += try OtherFileRow.diagnosticsWithLeftOut(limit: max(0, room), database)
        }
        outcome.report.diagnostics = outcome.diagnostics.count
        return outcome
    }

    private func queue(
        _ mode: RefreshMode, cancellation: Cancellation
    ) throws -> (folders: FolderQueue, comparedFolders: Int) {
        switch mode {
        case .full: return (FolderQueue(), 0)
        case .folders(let paths): return (FolderQueue(paths), 0)
        case .quick:
            var comparison = FolderComparison(root)
            try pool.read { database in
                try KnownFolder.forEach(database) { folder in
                    try cancellation.checkIndexing()
                    comparison.compare(folder)
                }
            }
            return (FolderQueue(comparison.changed, compared: comparison.unchanged), comparison.unchanged.count)
        }
    }
}
