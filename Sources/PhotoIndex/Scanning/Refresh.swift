internal import GRDB
internal import PhotoCatalog
internal import PhotoModel

/// One refresh of a catalog. Runs on the thread that asked for it, which lists folders and writes; readers look at files.
final class Refresh {
    private static let longestTransaction = Duration.milliseconds(500)

    let catalog: Catalog
    let options: RefreshOptions
    var queue: FolderQueue
    var report = RefreshReport()
    var batch = RefreshBatch()
    /// What comes last, so that files which were moved find what was known of them.
    var removals = RefreshBatch()
    private var moved = MovedAssets()
    private var jobs: [Int: FolderJob] = [:]
    private var current: FolderJob?
    private var jobCount = 0
    let logs: Bool
    private let stopFlag = StopFlag()
    private let readers: ReaderThreads<ScanUnit, ScanFindings>
    private var lastCommit = ContinuousClock.now
    private var progress = RefreshProgress()

    /// - Parameter logs: whether what changes is news; a first scan is none.
    init(_ catalog: Catalog, _ queue: FolderQueue, _ options: RefreshOptions, logs: Bool) {
        (self.catalog, self.queue, self.options, self.logs) = (catalog, queue, options, logs)
        let (identity, stopFlag) = (catalog.root.identity, stopFlag)
        readers = ReaderThreads(count: options.readerCount, capacity: 16 * max(1, options.readerCount)) { unit in
            GroupReader.read(unit, identity, options) { stopFlag.isSet }
        }
    }

    /// Does all the work. What was committed stays, also when `check` ends it.
    func run(check: () throws -> Void, progress tell: (RefreshProgress) -> Void) throws {
        defer {
            stopFlag.set()
            readers.stop()
        }
        while true {
            try check()
            try handOut()
            if readers.pendingCount == 0, current == nil { break }
            for findings in readers.take(milliseconds: 5) { absorb(findings) }
            if batch.isFull || ContinuousClock.now - lastCommit > Self.longestTransaction { try commit(tell) }
        }
        try remove(check, tell)
        try commit(tell)
    }

    /// Keeps the readers busy.
    private func handOut() throws {
        while !readers.isFull, !batch.isFull {
            if current == nil, !(try beginNextFolder()) { return }
            guard let job = current else { continue }
            if let unit = job.nextUnit() {
                job.outstanding += 1
                readers.submit(unit)
            } else {
                current = nil
                if job.outstanding == 0 { end(job) }
            }
        }
    }

    /// False when there is none.
    private func beginNextFolder() throws -> Bool {
        guard let path = queue.next() else { return false }
        guard let scan = try begin(path) else { return true }
        let job = FolderJob(number: jobCount, scan: scan)
        jobCount += 1
        jobs[job.number] = job
        current = job
        report.folders += 1
        return true
    }

    private func absorb(_ findings: ScanFindings) {
        guard let job = jobs[findings.folder] else { return }
        job.take(findings)
        report.files += findings.fileCount
        report.filesRead += findings.readCount
        progress.files = report.files
        for diagnostic in findings.diagnostics { report.note(diagnostic) }
        if findings.isUnsettled { report.unsettledFolders.insert(job.scan.path) }
        if !findings.groups.isEmpty { batch.append(.groups(findings.groups, folder: job.scan.path)) }
        if job.outstanding == 0, job !== current { end(job) }
    }

    private func end(_ job: FolderJob) {
        guard let end = job.leftOver() else {
            // Some groups once more; few, so the bound on what is on its way may be passed.
            while let unit = job.nextUnit() {
                job.outstanding += 1
                readers.submit(unit)
            }
            return
        }
        jobs[job.number] = nil
        guard !end.vanishedAssets.isEmpty else { return batch.append(.end(end)) }
        // Not before: who stops here must find that something is missing.
        removals.remove(Array(end.vanishedAssets))
        removals.append(.end(end))
    }

    private func remove(_ check: () throws -> Void, _ tell: (RefreshProgress) -> Void) throws {
        for step in removals.steps {
            try check()
            batch.append(step)
            if batch.isFull { try commit(tell) }
        }
    }

    private func commit(_ tell: (RefreshProgress) -> Void) throws {
        lastCommit = .now
        guard !batch.steps.isEmpty else { return }
        let steps = batch
        batch = RefreshBatch()
        let identity = catalog.root.identity
        try catalog.write(now: .now, logs: logs) { writer, database in
            writer.moved = moved
            try steps.write(&writer, identity, database)
            moved = writer.moved
            report.inserted += writer.inserted
            report.updated += writer.updated
            report.removed += writer.removed
        }
        progress.assetsWritten = report.inserted + report.updated
        tell(progress)
    }
}
