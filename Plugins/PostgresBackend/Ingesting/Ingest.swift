internal import BackendKit
internal import BackendServing
internal import PhotoFolder
package import PhotoModel
internal import Platform
internal import PostgresClient
internal import PostgresServing

/// Ingests the photos of a folder or a bucket into a library.
///
/// All jobs are written to a table first; then threads take one job after the other. The files of an asset are in the bucket before its row
/// is written, and one transaction writes the row and finishes the job. So whenever a process is killed, an asset is in the library
/// completely and once, or not at all.
package final class Ingest: Sendable {
    /// The classes of SQLSTATE that concern one asset: invalid data, violated constraints, and exceeded limits of the server.
    private static let ofOneAsset: Set<Substring> = ["22", "23", "54"]
    /// How long the database may be unreachable before the run fails, in nanoseconds.
    private static let patience: UInt64 = 60_000_000_000

    private let order: IngestOrder
    private let source: any IngestSource
    private let library: PostgresLibrary
    private let jobs: Jobs
    private let cancellation: @Sendable () -> Cancellation
    private let report = Mutex(IngestReport())
    private let failure = Mutex<PhotoError?>(nil)

    /// Opens the source and the library.
    ///
    /// - Parameters:
    ///   - order: what to ingest, from where and to where.
    ///   - cancellation: called on each thread that ingests, and asked there.
    package init(
        _ order: IngestOrder, cancellation: @escaping @Sendable () -> Cancellation
    ) throws(PhotoError) {
        var order = order
        // Each thread makes its own requests to the S3, so each needs a connection.
        // What is no number is left as it is, and refused with the other settings.
        let given = order.settings["connections"].flatMap { $0.isEmpty ? nil : Int($0) ?? .max }
        if order.workers > given ?? ObjectStoreSettings.usualConnections {
            order.settings["connections"] = String(min(order.workers, ObjectStoreSettings.mostConnections))
        }
        self.order = order
        self.cancellation = cancellation
        source = try Self.source(of: order)
        library = try PostgresLibrary(
            try LibrarySettings(location: order.location, order.settings), host: BackendHost(), BackendCall())
        jobs = Jobs(source: source.name)
    }

    private static func source(of order: IngestOrder) throws(PhotoError) -> any IngestSource {
        guard order.from.starts(with: BucketAddress.scheme.utf8) else { return try FolderSource(order.from) }
        return try BucketSource(
            String(decoding: order.from, as: UTF8.self), order.sourceSettings, library: order.settings)
    }

    /// Ingests everything, and waits until that is done.
    ///
    /// - Throws: an error that ended the whole run; problems of single assets are in the report.
    package func run() throws(PhotoError) -> IngestReport {
        try list()
        let threads = (1..<max(1, order.workers)).compactMap { _ in JoinableThread { self.work() } }
        work()
        for thread in threads { thread.join() }
        if let failure = failure.withLock({ $0 }) { throw failure }
        try persist(cancellation()) { (connection, _) throws(DatabaseError) in
            try OldRows.delete(connection, cancellation())
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
        var failure: PhotoError?
        try persist(cancellation) { (connection, succeed) throws(DatabaseError) in
            // The listing may begin again, after the connection was lost.
            report.withLock { ($0.found, $0.failures) = (0, []) }
            var listing = source.listing()
            let again: Jobs.Repeated =
                order.readsAgain ? .all : order.keepsDuplicates ? .duplicates : .none
            while let batch = Self.next(of: &listing, cancellation, &failure) {
                try jobs.put(batch.found, again: again, connection, cancellation)
                report.withLock {
                    $0.found += batch.found.count
                    $0.failures += batch.problems
                }
                succeed()
            }
        }
        if let reason = cancellation.reason { throw PhotoError(reason) }
        if let failure { throw failure }
    }

    private static func next(
        of listing: inout any IngestListing, _ cancellation: Cancellation, _ failure: inout PhotoError?
    ) -> IngestBatch? {
        do throws(PhotoError) {
            return try listing.next(cancellation)
        } catch {
            failure = error
            return nil
        }
    }

    // MARK: Threads

    /// Takes jobs until none is left.
    private func work() {
        let cancellation = cancellation().or { self.failure.withLock { $0 } == nil ? nil : .closed }
        do throws(PhotoError) {
            try persist(cancellation) { (connection, succeed) throws(DatabaseError) in
                while try step(connection, cancellation) { succeed() }
            }
        } catch {
            failure.withLock { $0 = $0 ?? error }
        }
    }

    /// Runs statements over a connection. If the connection is lost, a new one is made and `body` begins again, until the server has been
    /// unreachable for `patience`.
    ///
    /// - Parameter body: calls its second parameter each time that it made progress.
    private func persist(
        _ cancellation: Cancellation, _ body: (Connection, _ succeed: () -> Void) throws(DatabaseError) -> Void
    ) throws(PhotoError) {
        var patience = Patience(Self.patience)
        while true {
            do throws(PhotoError) {
                try withConnection(cancellation) { (connection) throws(DatabaseError) in
                    try body(connection) { patience.succeed() }
                }
                return
            } catch {
                guard error.status.mayPass, patience.goesOn(afterFailureAt: MonotonicTime.now) else { throw error }
                pause(milliseconds: 200)
            }
        }
    }

    /// Takes one job and does it.
    ///
    /// - Returns: whether there may be more jobs.
    private func step(_ connection: Connection, _ cancellation: Cancellation) throws(DatabaseError) -> Bool {
        if let reason = cancellation.reason { throw .ended(reason) }
        var taken: Jobs.Job?
        do throws(DatabaseError) {
            let result = try connection.transaction(cancellation) { () throws(DatabaseError) -> JobResult? in
                taken = try jobs.take(connection, cancellation)
                guard let taken else { return nil }
                return try bring(taken, connection, cancellation)
            }
            // Only after the commit: a job that was rolled back is done again, and counted then.
            if let result { note(result) }
        } catch {
            try finish(taken, after: error, connection, cancellation)
        }
        if taken != nil { return true }
        guard try jobs.waiting(connection, cancellation) > 0 else { return false }
        // The jobs that are left were put off, or are being done by others, which may be killed.
        pause(milliseconds: 50)
        return true
    }

    /// Ends a job as failed if the tables refused its asset: the others can still be ingested.
    ///
    /// - Throws: any other error.
    private func finish(
        _ job: Jobs.Job?, after error: DatabaseError, _ connection: Connection, _ cancellation: Cancellation
    ) throws(DatabaseError) {
        guard case .failed(let state, let words) = error, let job, Self.ofOneAsset.contains(state.prefix(2)) else {
            throw error
        }
        try jobs.finish(job, .failed, reason: words, connection, cancellation)
        note(JobResult(failures: [(job.title, words)]))
    }

    /// The result of a job, for the report.
    private struct JobResult {
        var outcomes: [AssetWriter.Outcome] = []
        var failures: [(path: String, reason: String)] = []

        mutating func add(_ outcome: AssetWriter.Outcome, of new: NewAsset) {
            outcomes.append(outcome)
            guard let reason = outcome.problem else { return }
            failures.append((String(decoding: new.details.asset.path.bytes, as: UTF8.self), reason))
        }
    }

    /// Why a job ended before its rows were written.
    private enum JobError: Error {
        case ofSource(PhotoError)
        case ofLibrary(DatabaseError)
    }

    private func bring(
        _ job: Jobs.Job, _ connection: Connection, _ cancellation: Cancellation
    ) throws(DatabaseError) -> JobResult {
        let writer = AssetWriter(connection, library.identity, cancellation)
        var result = JobResult()
        let assets: [NewAsset]
        do throws(JobError) {
            assets = try send(job, writer, &result, cancellation)
        } catch {
            switch error {
            case .ofLibrary(let error): throw error
            case .ofSource(let error):
                if let reason = cancellation.reason { throw .ended(reason) }
                return try giveUp(job, error, connection, cancellation)
            }
        }
        var passedOver: [[UInt8]] = []
        for new in assets {
            let outcome = try writer.write(
                new, beside: assets, from: source.name, keepsDuplicates: order.keepsDuplicates,
                replaces: order.replaces)
            result.add(outcome, of: new)
            if outcome.isPassedOver { passedOver.append(new.content) }
        }
        let isWritten = result.outcomes.contains(where: \.isWritten)
        try jobs.finish(
            job, !result.failures.isEmpty ? .failed : isWritten ? .done : .present,
            reason: result.failures.first?.reason, passedOver: passedOver, connection, cancellation)
        return result
    }

    /// Puts the files of a job's assets into the bucket.
    ///
    /// An asset is left out if a photo from another source has its path: no row would refer to its files, so they would be made and sent
    /// again with each run. If another thread changes that meanwhile, the next run notices it.
    private func send(
        _ job: Jobs.Job, _ writer: AssetWriter, _ result: inout JobResult, _ cancellation: Cancellation
    ) throws(JobError) -> [NewAsset] {
        let found = try fromSource { () throws(PhotoError) in
            try source.find(job, for: library.objects, cancellation)
        }
        result.failures += found.problems
        var assets: [NewAsset] = []
        for files in found.assets {
            let hashed = try fromSource { () throws(PhotoError) in try found.reader.hashed(files) }
            // Each time that it is asked for, it is made again.
            let unsent = hashed.asset
            if let place = try otherPlace(of: unsent, writer) {
                result.add(.taken(by: place), of: unsent)
            } else {
                assets.append(try fromSource { () throws(PhotoError) in try found.reader.send(hashed) })
            }
        }
        return withExtendedLifetime(found.fetched) { assets }
    }

    private func fromSource<Result>(_ body: () throws(PhotoError) -> Result) throws(JobError) -> Result {
        do throws(PhotoError) { return try body() } catch { throw .ofSource(error) }
    }

    private func otherPlace(of new: NewAsset, _ writer: AssetWriter) throws(JobError) -> String? {
        guard !order.replaces else { return nil }
        do throws(DatabaseError) {
            return try writer.otherPlace(of: new, than: source.name)
        } catch {
            throw .ofLibrary(error)
        }
    }

    /// Puts off a job whose files could not be read, or lets it fail.
    private func giveUp(
        _ job: Jobs.Job, _ error: PhotoError, _ connection: Connection, _ cancellation: Cancellation
    ) throws(DatabaseError) -> JobResult {
        guard error.status.kind == .permanent || job.attempts >= Jobs.mostAttempts else {
            try jobs.putOff(job, reason: error.message, connection, cancellation)
            return JobResult()
        }
        try jobs.finish(job, .failed, reason: error.message, connection, cancellation)
        // A job that was queued again without being listed may be for files that were deleted since. Only files that this run listed are
        // reported as missing.
        if job.isRepeated, error.status == .notFound { return JobResult() }
        return JobResult(failures: [(job.title, error.message)])
    }

    private func note(_ result: JobResult) {
        report.withLock { report in
            report.failures += result.failures
            for outcome in result.outcomes { report.count(outcome) }
        }
    }
}

extension IngestReport {
    fileprivate mutating func count(_ outcome: AssetWriter.Outcome) {
        switch outcome {
        case .inserted: inserted += 1
        case .updated: updated += 1
        case .unchanged, .shared: unchanged += 1
        case .duplicate: duplicates += 1
        case .taken: break  // It is among the failures.
        }
    }
}

extension AssetWriter.Outcome {
    fileprivate var isWritten: Bool {
        switch self {
        case .inserted, .updated: true
        case .unchanged, .shared, .duplicate, .taken: false
        }
    }

    /// Whether the asset was left out for one that has the same files, and which may get others.
    fileprivate var isPassedOver: Bool {
        switch self {
        case .shared, .duplicate: true
        case .inserted, .updated, .unchanged, .taken: false
        }
    }

    fileprivate var problem: String? {
        guard case .taken(let place) = self else { return nil }
        return "another photo of this path came from \(place): bring in a folder above both, or say --replace"
    }
}
