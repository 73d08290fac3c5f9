internal import GRDB
internal import PhotoFolder
internal import PhotoModel

/// One refresh of an index. The calling thread lists folders and writes into the index; reader threads read files.
final class Refresh {
    private static let longestTransaction = Duration.milliseconds(500)

    let photoIndex: PhotoIndexDatabase
    let options: RefreshOptions
    var queue: FolderQueue
    var outcome = RefreshOutcome()
    var batch = RefreshBatch()
    /// Removals are written last, so that assets of moved files can take over what is known of them.
    var removals = RefreshBatch()
    /// The folders that are gone. Their rows are removed after everything else, which might make rows for them again.
    var forgotten = RefreshBatch()
    /// The folders with a link that shows nothing, because another one shows what it leads to. When that is gone, nothing but
    /// listing these again finds the link.
    var hiddenLinks: Set<[UInt8]> = []
    private var moved = MovedAssets()
    private var jobs: [Int: FolderJob] = [:]
    private var current: FolderJob?
    private var jobCount = 0
    let logs: Bool
    private let stopFlag = CancellationFlag()
    private let readers: ReaderThreads<ScanUnit, ScanFindings>
    private var lastCommit = ContinuousClock.now
    private var progress = RefreshProgress()

    /// - Parameter logs: whether to log changes; the first scan of a library does not.
    init(_ photoIndex: PhotoIndexDatabase, _ queue: FolderQueue, _ options: RefreshOptions, logs: Bool) {
        (self.photoIndex, self.queue, self.options, self.logs) = (photoIndex, queue, options, logs)
        let (identity, stopFlag) = (photoIndex.root.identity, stopFlag)
        readers = ReaderThreads(count: options.readerCount, capacity: 16 * max(1, options.readerCount)) { unit in
            GroupReader.read(unit, identity, options, stopFlag.cancellation)
        }
    }

    /// Does all the work. What was committed stays, even if `cancellation` ends it.
    func run(cancellation: Cancellation, progress report: (RefreshProgress) -> Void) throws {
        defer {
            stopFlag.cancel()
            readers.stop()
        }
        while true {
            try cancellation.checkIndexing()
            try handOut(cancellation)
            if readers.pendingCount == 0, current == nil { break }
            for findings in readers.take(milliseconds: 5) { absorb(findings) }
            if batch.isFull || ContinuousClock.now - lastCommit > Self.longestTransaction { try commit(report) }
        }
        try remove(cancellation, report)
        try commit(report)
    }

    /// Hands out units until the readers are busy.
    private func handOut(_ cancellation: Cancellation) throws {
        while !readers.isFull, !batch.isFull {
            // Folders without photos keep no reader busy, so thousands may be listed here.
            try cancellation.checkIndexing()
            if current == nil, !(try beginNextFolder(cancellation)) { return }
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

    /// Begins to scan the next folder. Returns false if there is none.
    private func beginNextFolder(_ cancellation: Cancellation) throws -> Bool {
        guard let path = queue.next() else { return false }
        guard let scan = try begin(path, cancellation) else { return true }
        let job = FolderJob(number: jobCount, scan: scan)
        jobCount += 1
        jobs[job.number] = job
        current = job
        outcome.report.folders += 1
        return true
    }

    private func absorb(_ findings: ScanFindings) {
        guard let job = jobs[findings.folder] else { return }
        job.take(findings)
        outcome.report.files += findings.fileCount
        outcome.report.filesRead += findings.readCount
        progress.files = outcome.report.files
        for diagnostic in findings.diagnostics { outcome.note(diagnostic) }
        if findings.isUnsettled { outcome.unsettledFolders.insert(job.scan.path) }
        if !findings.groups.isEmpty { batch.append(.groups(findings.groups, folder: job.scan.path)) }
        if job.outstanding == 0, job !== current { end(job) }
    }

    private func end(_ job: FolderJob) {
        guard let end = job.leftOver() else {
            // These groups are read again. There are few, so the capacity of the readers may be exceeded.
            while let unit = job.nextUnit() {
                job.outstanding += 1
                readers.submit(unit)
            }
            return
        }
        jobs[job.number] = nil
        guard !end.vanishedAssets.isEmpty else { return batch.append(.end(end)) }
        // The folder's status is written after the removals. If the refresh is stopped before that, the next one still
        // finds that files are missing.
        removals.remove(Array(end.vanishedAssets))
        removals.append(.end(end))
    }

    private func remove(_ cancellation: Cancellation, _ report: (RefreshProgress) -> Void) throws {
        let again = hiddenLinks.map { RefreshBatch.Step.listAgain(folder: $0) }
        for step in removals.steps + forgotten.steps + again {
            try cancellation.checkIndexing()
            batch.append(step)
            if batch.isFull { try commit(report) }
        }
    }

    private func commit(_ report: (RefreshProgress) -> Void) throws {
        lastCommit = .now
        guard !batch.steps.isEmpty else { return }
        let steps = batch
        batch = RefreshBatch()
        let identity = photoIndex.root.identity
        try photoIndex.write(now: .now, logs: logs, emptyAlbums: options.emptyAlbums()) { writer, database in
            writer.moved = moved
            try steps.write(&writer, identity, database)
            moved = writer.moved
            outcome.report.inserted += writer.inserted
            outcome.report.updated += writer.updated
            outcome.report.removed += writer.removed
        }
        progress.assetsWritten = outcome.report.inserted + outcome.report.updated
        report(progress)
    }
}
