internal import FoundationEssentials
internal import PhotoModel
internal import Platform
internal import PostgresIngesting

// Brings photos into a library in PostgreSQL and S3. `picker ingest` starts this program and writes the order, which has
// secrets, to its standard input; it is not for people.

/// What `picker ingest` writes.
struct Order: Decodable {
    var location: String
    var settings: [String: String]
    var from: String
    var source: [String: String]?
    var workers: Int
    var keepsDuplicates: Bool
    /// A `picker` from before it was there says nothing of it.
    var replaces: Bool?
    var readsAgain: Bool?
}

/// What it reads: one line at the end.
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

/// What is said instead when all of it failed.
struct Refusal: Encodable {
    var status: Int32
    var message: String
}

func answer(_ document: some Encodable) {
    guard let line = try? JSONEncoder().encode(document) else { return }
    try? Descriptor.standardOutput.write(Array(line) + [UInt8(ascii: "\n")])
}

/// Ends this process when the one that started it is gone, also when that was killed and could not say so: no one would see what it
/// does. What is in the database then is what a killed worker leaves. `CurrentProcess.endWith` would end it with the thread that
/// started it, and threads of `picker` end when they have nothing to do.
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
