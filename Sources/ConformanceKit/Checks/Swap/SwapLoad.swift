internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Requests on several threads, of a library that is swapped while they run.
final class SwapLoad: @unchecked Sendable {  // Unchecked: what threads change is atomic or guarded by a lock.
    private let driver: SwapDriver
    private let matches: [CheckContext.Match]
    /// What every library shows, whichever side it is of.
    private let identifiers: [Text]
    private let canObserve: Bool
    private let answers = Atomic(0)
    /// How many the one who swaps waits for.
    private let wanted = Atomic(0)
    private let isOver = Atomic(false)
    private let observing = Mutex<CallProbe?>(nil)
    private let firstFailure = Mutex<CheckStop?>(nil)

    init(_ context: CheckContext, _ driver: SwapDriver) throws(CheckStop) {
        self.driver = driver
        let known = try driver.use { serving throws(CheckStop) in
            (
                matches: try context.matches(serving.library), assets: try serving.library.assets(),
                served: try context.served(by: serving.library)
            )
        }
        canObserve = known.served.contains(.observe)
        matches = known.matches.filter { $0.photo.width < 600 }
        identifiers = known.assets.map(\.identifier)
    }

    /// How many requests were answered.
    var answered: Int { answers.load(ordering: .relaxed) }
    /// What went wrong first; nil: nothing.
    var failure: CheckStop? { firstFailure.withLock { $0 } }

    /// Three threads that request, and one that observes when the plugin can.
    func start() -> [JoinableThread] {
        (0..<4).compactMap { thread in
            if thread == 3 { return canObserve ? start { () throws(CheckStop) in try self.observe() } : nil }
            return start { () throws(CheckStop) in try self.request(from: thread) }
        }
    }

    private func start(_ body: @escaping () throws(CheckStop) -> Void) -> JoinableThread? {
        Threads.start {
            do throws(CheckStop) { try body() } catch { self.firstFailure.withLock { $0 = $0 ?? error } }
        }
    }

    /// Waits until so many more requests were answered.
    func wait(forMore count: Int) throws(CheckStop) {
        let enough = answered + count
        wanted.store(enough, ordering: .relaxed)
        while answered < enough {
            if let failure { throw failure }
            Threads.pause(milliseconds: 1)
        }
    }

    func stop() {
        isOver.store(true, ordering: .releasing)
        observing.withLock { $0?.change(to: PICKER_CANCELLED) }
    }

    // MARK: What the threads do

    private func request(from thread: Int) throws(CheckStop) {
        var number = thread * 1000
        while !isOver.load(ordering: .acquiring) {
            // A request that the swap cut off is made again, of the library that came after.
            guard try driver.use({ serving throws(CheckStop) in try isAnswered(number, serving) }) else { continue }
            answers.add(1, ordering: .relaxed)
            number += 1
            // While a library takes long to open, this many are load enough.
            if answered > wanted.load(ordering: .relaxed) + 60 { Threads.pause(milliseconds: 2) }
        }
    }

    private func isAnswered(_ number: Int, _ serving: SwapDriver.ServingLibrary) throws(CheckStop) -> Bool {
        let match = matches[number * 7 % matches.count]
        switch number % 5 {
        case 0: return try list(serving)
        case 1:
            guard try isDone(serving.library.read(ReadRequest(match.asset.identifier, capacity: 64)).reply, serving)
            else {
                return false
            }
            return try isDone(serving.library.details(match.asset.identifier, sink: .details()), serving)
        default: return try image(match, serving)
        }
    }

    private func list(_ serving: SwapDriver.ServingLibrary) throws(CheckStop) -> Bool {
        let fetched = serving.library.fetch()
        guard try isDone(fetched.reply, serving), let fetch = fetched.fetch else { return false }
        defer { fetch.release() }
        let sink = RecordSink.assets()
        guard try isDone(fetch.window(0, 1 << 40, sink: sink), serving) else { return false }
        let found = sink.records.map(\.identifier)
        sink.empty()
        guard found == identifiers else {
            throw .failed("after a swap, a fetch gave \(found.count) assets, or others than before")
        }
        return true
    }

    private func image(_ match: CheckContext.Match, _ serving: SwapDriver.ServingLibrary) throws(CheckStop) -> Bool {
        let sink = RecordSink.frames()
        let reply = serving.library.image(match.asset.identifier, ImageRequest(32, 32), sink: sink)
        for frame in sink.records { frame.release() }
        guard try isDone(reply, serving) else { return false }
        guard let frame = sink.records.last, frame.isFinal else { throw .failed("no final frame came") }
        guard frame.shows(match.photo.quarters, tolerance: match.photo.format.tolerance) else {
            throw .failed("while libraries are swapped, \(match.photo.path) shows \(frame.quarters)")
        }
        return true
    }

    private func observe() throws(CheckStop) {
        while let control = nextControl() {
            try driver.use { serving throws(CheckStop) in try watch(serving, control) }
        }
    }

    private func watch(_ serving: SwapDriver.ServingLibrary, _ control: CallProbe) throws(CheckStop) {
        let reply = serving.library.observe(sink: .changes(), control: control)
        if isOver.load(ordering: .acquiring) { return }
        guard serving.isEnding else { throw .failed("observe ended by itself: \(reply.described)") }
        try reply.expect([PICKER_OK, PICKER_CANCELLED, PICKER_CLOSED])
    }

    private func nextControl() -> CallProbe? {
        observing.withLock { control in
            control = isOver.load(ordering: .acquiring) ? nil : CallProbe()
            return control
        }
    }

    /// Whether it was answered; not when the library was being shut down, which says CLOSED or CANCELLED.
    private func isDone(_ reply: Reply, _ serving: SwapDriver.ServingLibrary) throws(CheckStop) -> Bool {
        if serving.isEnding, [PICKER_CLOSED, PICKER_CANCELLED].contains(reply.status) { return false }
        try reply.ok()
        return true
    }
}
