internal import BackendWorker
internal import Imaging
internal import PhotoModel
internal import Platform

/// Follows the process of one check to its end, however it ends.
struct CheckWatchdog {
    /// Longest time without a record in which the process could run, and by the clock in all, in nanoseconds.
    let silenceBudget: UInt64
    let wallBudget: UInt64
    /// How long the group may go on after SIGTERM.
    private static let grace: UInt64 = 200_000_000

    private var pending: [UInt8] = []
    private var printed: [UInt8] = []
    private var lastStep: String?
    /// The last one that something may have been found at.
    private var lastTelling: String?
    /// The index of the step that a sequence has come to; nil: it did not begin.
    private(set) var place: Int?
    private var end: CheckRecord?
    private let token: String

    /// - Parameters:
    ///   - silence: the longest time without a record, in seconds; without those that it waited for a processor.
    ///   - wall: the longest time in all, by the clock.
    init(token: String, timeScale: Double, silence: Double = 15, wall: Double = 90) {
        self.token = token
        silenceBudget = UInt64(silence * 1e9 * timeScale)
        wallBudget = UInt64(wall * 1e9 * timeScale)
    }

    /// Waits for the process, and ends it when its time is over.
    mutating func follow(
        _ child: consuming CheckProcess, id: String, stop: RunEnd = RunEnd(asked: CancellationFlag())
    ) -> CheckOutcome {
        let start = Clock.now
        let isOverdue = wait(child, start: start, stop)
        if isOverdue { giveGrace(child) }
        let state = child.finish()
        var outcome = judge(id, isOverdue: isOverdue, state)
        switch outcome.verdict {
        case .passed: outcome.lastStep = nil
        case .failed: outcome.lastStep = end?.step ?? lastTelling
        default: outcome.lastStep = lastStep
        }
        outcome.milliseconds = Int((Clock.now - start) / 1_000_000)
        return outcome
    }

    private func judge(_ id: String, isOverdue: Bool, _ state: ExitState) -> CheckOutcome {
        if let end, let verdict = end.verdict {
            return CheckOutcome(
                id: id, verdict: verdict, message: end.text, isIncomplete: end.isIncomplete ?? false)
        }
        if isOverdue {
            return CheckOutcome(id: id, verdict: .timedOut, message: "it did not come to an end" + lastWords)
        }
        if state == .exited(HelperProgram.usageExit) {
            return CheckOutcome(id: id, verdict: .harnessError, message: "the check's process took no order")
        }
        let text =
            state == .exited(CheckCommand.cutOffExit)
            ? "the kit could not say what came of it: a descriptor that it had opened was closed" : state.text
        return CheckOutcome(id: id, verdict: .crashed, message: text + lastWords)
    }

    /// The last line that was printed: what a runtime says when it aborts.
    private var lastWords: String {
        let lines = printed.split(separator: UInt8(ascii: "\n"))
        guard let line = lines.last(where: { !$0.isEmpty }) else { return "" }
        return "; it printed: " + String(decoding: line.prefix(300), as: UTF8.self)
    }

    /// - Returns: whether the time was over before the process.
    private mutating func wait(
        _ child: borrowing CheckProcess, start: UInt64, _ stop: RunEnd
    ) -> Bool {
        var silence = SilenceMeter(budget: silenceBudget, processors: processorCount(), start: start)
        while end == nil {
            let now = Clock.now
            if silence.wantsFigures(at: now) { silence.take(child.schedulerTimes, at: now) }
            if stop.isCancelled || now - start > wallBudget || silence.isOver(at: now) { return true }
            // A process that the plugin started may hold the pipes open: the end of the check's own is looked for too.
            let isGone = child.hasEnded
            Descriptor.waitUntilReadable(any: [child.records, child.output], milliseconds: isGone ? 0 : 50)
            keepOutput(child.output)
            if readRecords(child.records) { silence.hear(at: Clock.now) }
            if isGone { return false }
        }
        return false
    }

    private func giveGrace(_ child: borrowing CheckProcess) {
        child.terminate()
        let start = Clock.now
        while !child.hasEnded, Clock.now - start < Self.grace { pause(milliseconds: 5) }
    }

    /// Takes what is there.
    private mutating func readRecords(_ records: Descriptor) -> Bool {
        var hasRead = false
        // A bounded number of times: what writes without end is stopped by the budgets.
        for _ in 0..<16 {
            guard let bytes = try? records.read(count: 1 << 16), !bytes.isEmpty else { break }
            pending += bytes
            hasRead = takeLines() || hasRead
            if pending.count > 1 << 20 { pending.removeAll() }
        }
        return hasRead
    }

    private mutating func takeLines() -> Bool {
        guard let last = pending.lastIndex(of: UInt8(ascii: "\n")) else { return false }
        let lines = pending[..<last].split(separator: UInt8(ascii: "\n"))
        pending.removeSubrange(...last)
        let records = lines.compactMap { CheckRecord(line: $0, token: token) }
        if let step = records.last(where: { $0.kind == .step }) { lastStep = step.text }
        if let step = records.last(where: { $0.kind == .step && $0.isTidying == nil }) { lastTelling = step.text }
        if let place = records.last(where: { $0.kind == .place }) { self.place = Int(place.text) }
        if let found = records.first(where: { $0.kind == .end }) { end = end ?? found }
        return !records.isEmpty
    }

    private mutating func keepOutput(_ output: Descriptor) {
        guard let bytes = try? output.read(count: 1 << 16) else { return }
        printed = (printed + bytes).suffix(4096)
    }
}

/// The clock of deadlines (R12).
enum Clock {
    /// Nanoseconds since some fixed moment.
    static var now: UInt64 { MonotonicTime.now }
}
