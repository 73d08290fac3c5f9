internal import GRDB
internal import PhotoCatalog
internal import PhotoModel

/// Keeps a catalog up to date while its library changes. Used on one thread; the readers of a refresh end with it.
///
/// The kernel tells which folders changed, and those alone are compared. Where it does not (too many folders, no
/// inotify), folders are compared every few seconds and files every few minutes.
package final class CatalogWatch {
    private let catalog: Catalog
    private let options: WatchOptions
    private var notifications: FolderNotifications?
    private var watchedCount = 0
    private var pending = PendingChanges()
    private var lastComparison = ContinuousClock.now
    private var lastFull = ContinuousClock.now
    /// Why changes are found by comparison, and what to do about it; nil when the kernel tells of them.
    package private(set) var limitation: String?

    package init(_ catalog: Catalog, options: WatchOptions = WatchOptions()) {
        self.catalog = catalog
        self.options = options
        do throws(CatalogError) {
            notifications = try FolderNotifications()
        } catch {
            limitation = LibraryWatch.advice("there is no inotify instance left", "max_user_instances")
        }
    }

    /// Brings the catalog up to date and begins to watch; whatever changes from then on is told of.
    ///
    /// - Throws: what `Catalog.refresh` does.
    package func start(check: () throws -> Void = {}) throws -> RefreshReport {
        var report = try catalog.refresh(.quick, options: options.refresh, check: check)
        try watch(try folders(), check: check)
        // What changed between the listing of a folder and its watch.
        report.add(try catalog.refresh(.quick, options: options.refresh, check: check))
        try watchNewFolders(&report, check: check)
        pending.lookAgain(report.unsettledFolders, at: .now + options.refresh.settlingTime)
        (lastComparison, lastFull) = (.now, .now)
        return report
    }

    /// Waits at most so long for changes, and refreshes the catalog when there are some; nil when there are none. The
    /// report says which part of the log of changes is new.
    ///
    /// - Throws: what `Catalog.refresh` does; the watch can be used again when the reason is gone.
    package func wait(milliseconds: Int, check: () throws -> Void = {}) throws -> RefreshReport? {
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        while true {
            try check()
            if let report = try refreshIfDue(check) { return report }
            let rest = Int((deadline - .now) / .milliseconds(1))
            guard rest > 0 else { return nil }
            pause(milliseconds: min(rest, 20))
        }
    }

    private func pause(milliseconds: Int) {
        guard let notifications else { return PhotoIndex.pause(milliseconds: milliseconds) }
        pending.add(notifications.wait(milliseconds: milliseconds), at: .now)
    }

    private func refreshIfDue(_ check: () throws -> Void) throws -> RefreshReport? {
        if let notifications { pending.add(notifications.wait(milliseconds: 0), at: .now) }
        guard let due = pending.take(at: .now, options) ?? dueComparison() else { return nil }
        var refresh = options.refresh
        refresh.leavesUnsettled = true
        refresh.finished = due.finished
        var report = try catalog.refresh(due.mode, options: refresh, check: check)
        try watchNewFolders(&report, check: check)
        pending.lookAgain(report.unsettledFolders, at: .now + options.refresh.settlingTime)
        return report.changesBefore == report.changesAfter ? nil : report
    }

    private func dueComparison() -> (mode: RefreshMode, finished: Set<[UInt8]>)? {
        guard notifications == nil, ContinuousClock.now - lastComparison >= options.comparisonInterval else {
            return nil
        }
        lastComparison = .now
        guard ContinuousClock.now - lastFull >= options.fullInterval else { return (.quick, []) }
        lastFull = .now
        return (.full, [])
    }
}

extension CatalogWatch {
    private func folders() throws -> [[UInt8]] {
        try catalog.pool.read { database in
            var paths: [[UInt8]] = []
            try KnownFolder.forEach(database) { paths.append($0.path) }
            return paths
        }
    }

    /// Watches folders that a refresh found, and looks into them again: files may have come before the watch did.
    private func watchNewFolders(_ report: inout RefreshReport, check: () throws -> Void) throws {
        var found = report.newFolders
        while notifications != nil, !found.isEmpty {
            try watch(found, check: check)
            let next = try catalog.refresh(.folders(Set(found)), options: options.refresh, check: check)
            report.add(next)
            found = next.newFolders
        }
    }

    private func watch(_ folders: [[UInt8]], check: () throws -> Void) throws {
        for path in folders {
            try check()
            guard let notifications else { return }
            do throws(CatalogError) {
                watchedCount += 1
                guard watchedCount <= options.folderLimit else { throw .io(path: "", code: 0) }
                try notifications.add(try catalog.root.folder(at: path), as: path)
            } catch {
                // A folder that vanished meanwhile, or that nobody may read, need not be watched.
                guard case .io = error else { continue }
                limitation = LibraryWatch.advice(
                    "no more than \(watchedCount - 1) folders can be watched", "max_user_watches")
                self.notifications = nil
            }
        }
    }
}
