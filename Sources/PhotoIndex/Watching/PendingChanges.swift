internal import PhotoFolder

/// What the kernel reported since the last refresh, and when to handle it.
package struct PendingChanges: Sendable {
    private(set) var folders: Set<[UInt8]> = []
    private(set) var finished: Set<[UInt8]> = []
    private(set) var isIncomplete = false
    /// Folders that were added or moved, by their paths.
    private var arrived: Set<[UInt8]> = []
    private var first: ContinuousClock.Instant?
    private var last: ContinuousClock.Instant?
    /// Folders with files that are being written, and when to look at them again.
    private var unsettled: Set<[UInt8]> = []
    private var settling: ContinuousClock.Instant?

    /// Nothing.
    package init() {}

    mutating func add(_ findings: FolderNotifications.Findings, at now: ContinuousClock.Instant) {
        folders.formUnion(findings.folders)
        finished.formUnion(findings.finished)
        arrived.formUnion(findings.arrived)
        isIncomplete = isIncomplete || findings.isIncomplete
        guard findings.isChanged else { return }
        first = first ?? now
        last = now
    }

    /// Takes back what `take` returned, because it could not be refreshed.
    mutating func putBack(_ due: DueRefresh, at now: ContinuousClock.Instant) {
        switch due.mode {
        case .folders(let changed): folders.formUnion(changed)
        case .full: isIncomplete = true
        case .quick: return
        }
        finished.formUnion(due.finished)
        arrived.formUnion(due.arrived)
        (first, last) = (first ?? now, now)
    }

    mutating func lookAgain(_ folders: Set<[UInt8]>, at moment: ContinuousClock.Instant) {
        unsettled.formUnion(folders)
        // The first moment stays: while one folder is written to all the time, the others would wait for ever.
        if !folders.isEmpty { settling = settling ?? moment }
    }

    /// Takes what has to be refreshed now, so that it is not pending any more; nil if it is too early or there is
    /// nothing.
    mutating func take(
        at now: ContinuousClock.Instant, _ options: WatchOptions
    ) -> DueRefresh? {
        var isDue = false
        if let settling, settling <= now {
            folders.formUnion(unsettled)
            (unsettled, self.settling) = ([], nil)
            isDue = true
        }
        if let first, let last { isDue = isDue || now - last >= options.quiet || now - first >= options.longestWait }
        guard isDue else { return nil }
        defer { (folders, finished, arrived, isIncomplete, first, last) = ([], [], [], false, nil, nil) }
        // Reports were lost. Files that were rewritten in place left no trace in their folders, so all files are
        // compared.
        if isIncomplete { return DueRefresh(mode: .full, finished: finished, arrived: arrived) }
        return folders.isEmpty ? nil : DueRefresh(mode: .folders(folders), finished: finished, arrived: arrived)
    }
}

/// A refresh to make now.
struct DueRefresh {
    let mode: RefreshMode
    /// The paths of files that are known to be complete.
    var finished: Set<[UInt8]> = []
    /// The paths of folders that were added or moved.
    var arrived: Set<[UInt8]> = []
}
