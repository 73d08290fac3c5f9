internal import FoundationEssentials
internal import PhotoModel
internal import Platform
internal import PostgresIngesting

// Ingests photos into a library in PostgreSQL and S3. `picker ingest` starts this program and writes an order, which contains
// secrets, to its standard input. People do not run it themselves.

/// What `picker ingest` writes to this program.
struct Order: Decodable {
    var location: String
    var settings: [String: String]
    var from: String
    var source: [String: String]?
    var workers: Int
    var keepsDuplicates: Bool
    /// Nil from an older `picker`, which does not know this member.
    var replaces: Bool?
    var readsAgain: Bool?
}

/// What `picker ingest` reads from this program: one line at the end.
struct Report: Encodable {
    struct Failure: Encodable {
        var path: String
        var reason: String
    }

    var found: Int
    var inserted: Int
    var updated: Int
    var unchanged: Int
    var duplicates: Int
    var failures: [Failure]
}

/// What this program writes instead of a report if the whole run failed.
struct Refusal: Encodable {
    var status: Int32
    var message: String
}

func answer(_ document: some Encodable) {
    guard let line = try? JSONEncoder().encode(document) else { return }
    try? Descriptor.standardOutput.write(Array(line) + [UInt8(ascii: "\n")])
}

/// Ends this process when the one that started it has ended, even if that was killed, because no one would see its report. That leaves the
/// database as it is after any killed ingest. `CurrentProcess.endWith` cannot be used: it would end this process with the thread
/// that started it, and threads of `picker` end when they have nothing to do.
func endWithParent() {
    let starter = CurrentProcess.parent
    _ = DetachedThread.start(stackBytes: 1 << 20) {
        while CurrentProcess.parent == starter { pause(milliseconds: 200) }
        CurrentProcess.exit(1)
    }
}

Signal.brokenPipe.ignore()
endWithParent()
guard let input = try? Descriptor.standardInput.readToEnd(),
    let order = try? JSONDecoder().decode(Order.self, from: Data(input))
else {
    answer(Refusal(status: PhotoStatus.invalidArgument.rawValue, message: "no order came; picker ingest writes it"))
    CurrentProcess.exit(64)
}
let flag = CancellationFlag()
do throws(PhotoError) {
    let ingest = try Ingest(
        IngestOrder(
            location: order.location, settings: order.settings, from: Array(order.from.utf8),
            sourceSettings: order.source ?? [:], workers: order.workers, keepsDuplicates: order.keepsDuplicates,
            replaces: order.replaces ?? false, readsAgain: order.readsAgain ?? false)
    ) { flag.cancellation }
    let report = try ingest.run()
    answer(
        Report(
            found: report.found, inserted: report.inserted, updated: report.updated, unchanged: report.unchanged,
            duplicates: report.duplicates,
            failures: report.failures.map { Report.Failure(path: $0.path, reason: $0.reason) }))
} catch {
    answer(Refusal(status: error.status.rawValue, message: error.message))
    CurrentProcess.exit(1)
}
