internal import FoundationEssentials
internal import PhotoModel
internal import PickerHost
internal import Platform

/// The order to a backend's ingest program: one JSON document on its standard input, because it contains secrets.
struct IngestOrder: Encodable {
    let location: String
    let settings: [String: String]
    let from: String
    /// Settings of the S3 that the photos come from, where they differ from the library's.
    let source: [String: String]
    let workers: Int
    let keepsDuplicates: Bool
    let replaces: Bool
    let readsAgain: Bool
}

/// The program's answer at its end.
package struct IngestReport: Codable {
    package struct Failure: Codable {
        let path: String
        let reason: String
    }

    let found: Int
    let inserted: Int
    let updated: Int
    let unchanged: Int
    let duplicates: Int
    package let failures: [Failure]

    package var text: String {
        let rows = [
            ["found", "\(found)"], ["new", "\(inserted)"], ["changed", "\(updated)"],
            ["as they were", "\(unchanged)"], ["duplicates", "\(duplicates)"], ["failed", "\(failures.count)"],
        ]
        let problems = failures.map { "  \(TextFormat.oneLine($0.path))\t\(TextFormat.oneLine($0.reason))\n" }.joined()
        return TextFormat.table(rows) + problems
    }
}

/// A run of a backend's program that brings photos in.
package struct IngestRun {
    /// The program's answer if it failed as a whole.
    private struct Refusal: Decodable {
        let status: Int32
        let message: String
    }

    let program: String

    static func isBucket(_ place: String) -> Bool { place.hasPrefix("s3://") }

    /// Brings the photos of a folder or a bucket into a named library, with the program of its backend.
    package static func bringIn(
        from place: String, _ source: [String: String] = [:], into library: String, workers: Int, keepsDuplicates: Bool,
        replaces: Bool = false, readsAgain: Bool = false, _ settings: Settings
    ) async throws -> IngestReport {
        let target = try NamedPlace(library)
        let location = try LibraryLocation(target.location)
        guard LibraryLocation.scheme(of: location.text) != nil else {
            throw CommandFailure(.usage, "\(library) is a folder: copy the photos there, or use picker add")
        }
        guard let program = settings.registry.ingestProgram(for: location) else {
            throw CommandFailure(
                .unavailable, "no backend that opens \(location.text) can bring in folders; try picker add")
        }
        let order = IngestOrder(
            location: location.text, settings: target.settings, from: isBucket(place) ? place : try absolute(place),
            source: source, workers: workers, keepsDuplicates: keepsDuplicates, replaces: replaces,
            readsAgain: readsAgain)
        return try await IngestRun(program: program).run(order)
    }

    private static func absolute(_ folder: String) throws(CommandFailure) -> String {
        guard case .folder(let path)? = try? LibraryLocation(folder) else {
            throw CommandFailure(.noInput, "\(folder): no such folder")
        }
        return path
    }

    /// Runs the program to its end. Cancelling the task sends it SIGTERM.
    func run(_ order: IngestOrder) async throws -> IngestReport {
        var input = try Self.opened("its input") { () throws(SystemError) in try Pipe() }
        var output = try Self.opened("its output") { () throws(SystemError) in try Pipe() }
        var launch = ProcessLaunch(executable: program)
        launch.descriptors = [0: input.reading.borrowed, 2: .standardError]
        if let writing = output.writing { launch.descriptors[1] = writing }
        let started = launch
        let child = try Self.opened(program) { () throws(SystemError) in try started.start() }
        output.closeWriting()
        // Errors are ignored: a program that has ended already says why in its answer, if it can.
        if let bytes = try? JSONEncoder().encode(order) { try? input.writing?.write(Array(bytes)) }
        input.closeWriting()
        let reading = try Self.opened("its output") { () throws(SystemError) in try output.reading.borrowed.duplicate()
        }
        let answer = await Self.answer(of: child, reading.take())
        try Task.checkCancellation()
        return try report(answer)
    }

    /// What a process writes to its end. Cancelling the task sends it SIGTERM.
    ///
    /// - Parameter number: the descriptor to read from, which is closed.
    private static func answer(of child: ChildProcess, _ number: Int32) async -> [UInt8] {
        // Once the process was waited for, its identifier may belong to another process, so no signal may be sent to it.
        let isOver = Mutex(false)
        let answer = await withTaskCancellationHandler {
            await DetachedThread.value(stackBytes: 1 << 20) { () -> [UInt8] in
                let output = OwnedDescriptor(number)
                let bytes = try? output.borrowed.readToEnd()
                isOver.withLock { isOver in
                    isOver = true
                    child.wait()
                }
                return bytes ?? []
            }
        } onCancel: {
            isOver.withLock { if !$0 { child.send(.terminate) } }
        }
        if let answer { return answer }
        isOver.withLock { isOver in
            isOver = true
            child.endAtOnce()
        }
        _ = OwnedDescriptor(number)
        return []
    }

    private func report(_ answer: [UInt8]) throws -> IngestReport {
        let data = Data(answer)
        if let report = try? JSONDecoder().decode(IngestReport.self, from: data) { return report }
        if let refusal = try? JSONDecoder().decode(Refusal.self, from: data) {
            throw PhotoError(PhotoStatus(rawValue: refusal.status), refusal.message)
        }
        throw CommandFailure(.internalError, "\(program) ended without an answer; say the same again to go on")
    }

    private static func opened<Result: ~Copyable>(
        _ name: String, _ body: () throws(SystemError) -> Result
    ) throws(CommandFailure) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw CommandFailure(.unavailable, "\(name): cannot be started: \(error)")
        }
    }
}
