internal import BackendKit
internal import BackendServing
internal import PhotoFolder
package import PhotoModel
internal import Platform
internal import PostgresServing

/// Brings the photos of a folder into a library.
///
/// What is to be done is put down in a table first; then workers take one asset after the other. The files of an asset are in
/// the bucket before its row is written, and its row and the end of its job are written as one: whenever a worker is killed, an
/// asset is there whole or not at all, and once.
package final class Ingest: Sendable {
    /// How long the database may be away before the run ends.
    private static let patience: UInt64 = 60_000_000_000

    private let order: IngestOrder
    private let root: LibraryRoot
    private let library: PostgresLibrary
    private let jobs: Jobs
    private let cancellation: @Sendable () -> Cancellation
    private let report = Mutex(IngestReport())
    private let failure = Mutex<PhotoError?>(nil)

    /// Opens the folder and the library.
    ///
    /// - Parameter cancellation: asked on the threads of the workers.
    package init(
        _ order: IngestOrder, cancellation: @escaping @Sendable () -> Cancellation
    ) throws(PhotoError) {
        self.order = order
        self.cancellation = cancellation
        root = try openingRoot { () throws(FolderError) in
            try LibraryRoot(path: order.folder, decoder: AssetReader.decoder)
        }
        library = try PostgresLibrary(
            try LibrarySettings(location: order.location, order.settings), host: BackendHost(), BackendCall())
        jobs = Jobs(source: root.path)
    }

    /// Runs to the end.
    ///
    /// - Throws: what ended all of it; what is wrong with one asset is in the report.
    package func run() throws(PhotoError) -> IngestReport {
        try list()
        let threads = (1..<max(1, order.workers)).compactMap { _ in JoinableThread { self.work() } }
        work()
        for thread in threads { thread.join() }
        if let failure = failure.withLock({ $0 }) { throw failure }
        try withConnection(cancellation()) { (connection) throws(DatabaseError) in
            try connection.transaction(cancellation()) { () throws(DatabaseError) in
                try AssetWriter(connection, library.identity, cancellation()).deleteOldRows()
            }
        }
        return report.withLock { $0 }
    }

    private func withConnection<Result>(
        _ cancellation: Cancellation, _ body: (Connection) throws(DatabaseError) -> Result
    ) throws(PhotoError) -> Result {
        do throws(DatabaseError) {
            return try body(try Connection(library.pool.address, cancellation))
        } catch {
            throw PhotoError(error, library.pool.address.name)
        }
    }

    private func list() throws(PhotoError) {
        let cancellation = cancellation()
        try withConnection(cancellation) { (connection) throws(DatabaseError) in
            try FolderContents(root: root).list(
                cancellation,
                problem: { problem in
                    report.withLock { $0.failures.append((problem.relativePath, problem.message)) }
                }
            ) { (found) throws(DatabaseError) in
                try jobs.put(found, connection, cancellation)
                report.withLock { $0.found += found.count }
            }
        }
        if let reason = cancellation.reason { throw PhotoError(reason) }
    }

    // MARK: Workers

    /// Takes jobs until none is left. A connection that is lost is made again, for as long as it may be away.
    private func work() {
        let cancellation = cancellation().or { self.failure.withLock { $0 } == nil ? nil : .closed }
        var lastSuccess = MonotonicTime.now
        while true {
            do throws(PhotoError) {
                try withConnection(cancellation) { (connection) throws(DatabaseError) in
                    while try step(connection, cancellation) { lastSuccess = MonotonicTime.now }
                }
                return
            } catch {
                let isOver = MonotonicTime.now - lastSuccess > Self.patience
                guard error.status.kind == .transient, !isOver,
                    ![.cancelled, .deadline, .closed].contains(error.status)
                else {
                    failure.withLock { $0 = $0 ?? error }
                    return
                }
                pause(milliseconds: 200)
            }
        }
    }

    /// Does one job.
    ///
    /// - Returns: whether there may be more.
    private func step(_ connection: Connection, _ cancellation: Cancellation) throws(DatabaseError) -> Bool {
        if let reason = cancellation.reason { throw .ended(reason) }
        var taken: Jobs.Job?
        do throws(DatabaseError) {
            try connection.transaction(cancellation) { () throws(DatabaseError) in
                taken = try jobs.take(connection, cancellation)
                if let taken { try bring(taken, connection, cancellation) }
            }
        } catch {
            // What the tables refuse of one asset is no reason to end with the others.
            guard case .failed(let state, let words) = error, let taken, ["22", "23"].contains(state.prefix(2)) else {
                throw error
            }
            try jobs.finish(taken, .failed, reason: words, connection, cancellation)
            note(taken, words)
        }
        if taken != nil { return true }
        guard try jobs.waiting(connection, cancellation) > 0 else { return false }
        // Others are at work, and may be killed; or it was put off.
        pause(milliseconds: 50)
        return true
    }

    private func bring(
        _ job: Jobs.Job, _ connection: Connection, _ cancellation: Cancellation
    ) throws(DatabaseError) {
        let new: NewAsset
        do throws(PhotoError) {
            new = try read(job, cancellation)
        } catch {
            if let reason = cancellation.reason { throw .ended(reason) }
            guard error.status.kind == .permanent || job.attempts >= Jobs.mostAttempts else {
                return try jobs.putOff(job, reason: error.message, connection, cancellation)
            }
            note(job, error.message)
            return try jobs.finish(job, .failed, reason: error.message, connection, cancellation)
        }
        let outcome = try AssetWriter(connection, library.identity, cancellation)
            .write(new, keepsDuplicates: order.keepsDuplicates)
        try jobs.finish(job, outcome.isWritten ? .done : .present, connection, cancellation)
        count(outcome)
    }

    private func read(_ job: Jobs.Job, _ cancellation: Cancellation) throws(PhotoError) -> NewAsset {
        let store = AssetStore(identity: root.identity)
        let found: AssetStore.Index??
        do throws(Cancellation.Reason) {
            found = try AssetSearch(root, store: store).indexes(ofFiles: [job.path], cancellation: cancellation).first
        } catch {
            throw PhotoError(error)
        }
        guard let index = found ?? nil else {
            throw .notFound("\(String(decoding: job.path, as: UTF8.self)) is gone, or no photo any more")
        }
        let files = store.files(index)
        let reader = AssetReader(root: root, objects: library.objects, cancellation: cancellation)
        return try reader.read(files, isEvent: isCameraFolder(files.folder))
    }

    private func count(_ outcome: AssetWriter.Outcome) {
        report.withLock { report in
            switch outcome {
            case .inserted: report.inserted += 1
            case .updated: report.updated += 1
            case .unchanged: report.unchanged += 1
            case .duplicate: report.duplicates += 1
            }
        }
    }

    private func note(_ job: Jobs.Job, _ reason: String) {
        report.withLock { $0.failures.append((String(decoding: job.path, as: UTF8.self), reason)) }
    }
}

extension AssetWriter.Outcome {
    fileprivate var isWritten: Bool {
        switch self {
        case .inserted, .updated: true
        case .unchanged, .duplicate: false
        }
    }
}
