internal import GRDB
internal import PhotoFolder
package import PhotoModel
internal import Platform

/// Keeps an index up to date while its library changes. Use it on one thread; the readers of a refresh end with that
/// refresh.
///
/// The kernel reports which folders changed, and only those are compared. If it cannot (too many folders, no inotify),
/// folders are compared every few seconds and files every few minutes. On network file systems, of which the kernel reports
/// only what this machine does, folders are compared now and then as well.
package final class IndexWatcher {
    private let photoIndex: PhotoIndexDatabase
    private let options: WatchOptions
    private var notifications: FolderNotifications?
    /// What was reported and is not in the index yet, also because a refresh failed: for the next watcher of the index. Files
    /// that were rewritten in place are found by nothing else.
    package private(set) var pending: PendingChanges
    /// Folders that could not be opened to be watched, each with all folders inside. They are tried again, because nothing
    /// reports that a disk can be read again.
    private var unwatched: Set<[UInt8]> = []
    private var lastComparison = ContinuousClock.now
    private var lastFull = ContinuousClock.now
    private var lastNetworkComparison = ContinuousClock.now
    /// How long the last comparison of folders took.
    private var comparisonTime = Duration.zero
    /// Whether other machines may change folders that are watched.
    private var isOnNetwork = false
    /// Why changes are found by comparison, and what to do about it; nil if the kernel reports them.
    package private(set) var limitation: String?

    /// - Parameter pending: what a watcher before this one left.
    package init(
        _ photoIndex: PhotoIndexDatabase, options: WatchOptions = WatchOptions(),
        pending: PendingChanges = PendingChanges()
    ) {
        self.photoIndex = photoIndex
        self.options = options
        self.pending = pending
        do throws(FolderError) {
            notifications = try FolderNotifications()
        } catch {
            limitation = LibraryWatch.advice("there is no inotify instance left", "max_user_instances")
        }
    }

    /// Brings the index up to date and begins to watch. Every change from then on is noticed.
    ///
    /// - Throws: the errors of `PhotoIndexDatabase.refresh`.
    package func start(cancellation: Cancellation = .never) throws -> RefreshOutcome {
        var outcome = try photoIndex.refresh(.quick, options: options.refresh, cancellation: cancellation)
        try watch(try folders(), cancellation: cancellation)
        // Catches changes that happened after a folder was listed and before it was watched.
        outcome.add(try photoIndex.refresh(.quick, options: options.refresh, cancellation: cancellation))
        try watchNewFolders(&outcome, cancellation: cancellation)
        pending.lookAgain(outcome.unsettledFolders, at: .now + options.refresh.settlingTime)
        (lastComparison, lastFull) = (.now, .now)
        return outcome
    }

    /// Waits for changes, for at most that long, and refreshes the index if there are some; returns nil if there are
    /// none. The outcome says which part of the log of changes is new.
    ///
    /// - Throws: the errors of `PhotoIndexDatabase.refresh`. The watcher can be used again when their cause is gone.
    package func wait(milliseconds: Int, cancellation: Cancellation = .never) throws -> RefreshOutcome? {
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        while true {
            try cancellation.checkIndexing()
            if let outcome = try refreshIfDue(cancellation) { return outcome }
            let rest = Int((deadline - .now) / .milliseconds(1))
            guard rest > 0 else { return nil }
            pause(milliseconds: min(rest, 20))
        }
    }

    private func pause(milliseconds: Int) {
        guard let notifications else { return Platform.pause(milliseconds: milliseconds) }
        pending.add(notifications.wait(milliseconds: milliseconds), at: .now)
    }

    private func refreshIfDue(_ cancellation: Cancellation) throws -> RefreshOutcome? {
        if let notifications { pending.add(notifications.wait(milliseconds: 0), at: .now) }
        guard let due = pending.take(at: .now, options) ?? dueComparison() else { return nil }
        do {
            let start = ContinuousClock.now
            let outcome = try refresh(due, cancellation)
            if due.mode == .quick { comparisonTime = ContinuousClock.now - start }
            return outcome.changesBefore == outcome.changesAfter ? nil : outcome
        } catch {
            pending.putBack(due, at: .now)
            throw error
        }
    }

    private func refresh(_ due: DueRefresh, _ cancellation: Cancellation) throws -> RefreshOutcome {
        var refresh = options.refresh
        refresh.leavesUnsettled = true
        refresh.finished = due.finished
        var outcome = try photoIndex.refresh(due.mode, options: refresh, cancellation: cancellation)
        let new = Set(outcome.newFolders)
        outcome.newFolders += try known(at: due.arrived).filter { !new.contains($0) }
        try watchNewFolders(&outcome, cancellation: cancellation)
        pending.lookAgain(outcome.unsettledFolders, at: .now + options.refresh.settlingTime)
        return outcome
    }

    private func dueComparison() -> DueRefresh? {
        guard ContinuousClock.now - lastComparison >= options.comparisonInterval else { return nil }
        lastComparison = .now
        guard notifications == nil else { return dueReturn() ?? dueNetworkComparison() }
        guard ContinuousClock.now - lastFull >= options.fullInterval else { return DueRefresh(mode: .quick) }
        lastFull = .now
        return DueRefresh(mode: .full)
    }

    /// The comparison of folders that other machines may change: the kernel reports what is done on this one.
    private func dueNetworkComparison() -> DueRefresh? {
        // At most a twentieth of the time, however slow the network is.
        let interval = max(options.networkInterval, comparisonTime * 20)
        guard isOnNetwork, ContinuousClock.now - lastNetworkComparison >= interval else { return nil }
        lastNetworkComparison = .now
        return DueRefresh(mode: .quick)
    }

    /// The refresh of folders that can be opened again.
    private func dueReturn() -> DueRefresh? {
        let found = unwatched.filter { (try? photoIndex.root.folder(at: $0)) != nil }
        guard !found.isEmpty else { return nil }
        unwatched.subtract(found)
        return DueRefresh(mode: .folders(found), arrived: found)
    }
}

extension IndexWatcher {
    private func folders() throws -> [[UInt8]] {
        try photoIndex.pool.read { database in
            var paths: [[UInt8]] = []
            try KnownFolder.forEach(database) { paths.append($0.path) }
            return paths
        }
    }

    /// The folders in the index at these paths, and all folders inside.
    ///
    /// A refresh does not regard a folder as new if another refresh wrote it into the index before, or if it was removed
    /// and made again at once and got the same inode. Nothing else would make the kernel watch such a folder.
    private func known(at paths: Set<[UInt8]>) throws -> [[UInt8]] {
        guard notifications != nil, !paths.isEmpty else { return [] }
        return try photoIndex.pool.read { database in
            var found: [[UInt8]] = []
            for path in paths { found += try FolderRow.paths(in: path, database) }
            return found
        }
    }

    /// Watches folders that a refresh found, and compares them again: files may have been added before the watch began.
    private func watchNewFolders(_ outcome: inout RefreshOutcome, cancellation: Cancellation) throws {
        var found = outcome.newFolders
        while notifications != nil, !found.isEmpty {
            try watch(found, cancellation: cancellation)
            let next = try photoIndex.refresh(
                .folders(Set(found)), options: options.refresh, cancellation: cancellation)
            outcome.add(next)
            found = next.newFolders
        }
    }

    private func watch(_ folders: [[UInt8]], cancellation: Cancellation) throws {
        for path in folders {
            try cancellation.checkIndexing()
            guard let notifications else { return }
            guard let folder = opened(path) else { continue }
            isOnNetwork = isOnNetwork || options.isOnNetwork(folder)
            do throws(FolderError) {
                try notifications.add(folder, as: path)
                guard notifications.count <= options.folderLimit else { throw .io(path: "", code: 0) }
            } catch {
                // A folder that vanished meanwhile need not be watched.
                guard case .io = error else { continue }
                let count = min(notifications.count, options.folderLimit)
                limitation = LibraryWatch.advice(
                    "no more than \(count) folders can be watched", "max_user_watches")
                self.notifications = nil
            }
        }
    }

    /// Opens a folder to watch it. Nil if it vanished meanwhile, and also if it cannot be read, which says nothing of the
    /// others: one disk in the library may be gone.
    private func opened(_ path: [UInt8]) -> OpenFolder? {
        var above = path
        while !above.isEmpty {
            above = splitPath(above).folder
            if unwatched.contains(above) { return nil }
        }
        do throws(FolderError) {
            return try photoIndex.root.folder(at: path)
        } catch {
            switch error {
            case .io, .accessDenied: unwatched.insert(path)
            default: break
            }
            return nil
        }
    }
}
