internal import BackendAPI
internal import Platform

/// The kit's end of one call: answers `check` as planned, and notices who asks how often.
///
/// No `CancellationFlag`, which has one answer and no memory: checks answer any status at any question, also statuses that
/// no host answers, and count the plugin's questions.
final class CallProbe: @unchecked Sendable {  // Unchecked: what threads share is atomic.
    private let answer = Atomic<Int32>(PICKER_OK)
    private let checks = Atomic(0)
    private let lateCalls = Atomic(0)
    private let hasEnded = Atomic(false)
    /// When the answer became another than `PICKER_OK`.
    private let changeTime = Atomic<UInt64>(0)

    /// Nanoseconds on `Clock`; 0: none.
    let deadline: UInt64
    /// What hangs on the call.
    private let links: Links
    /// Flags that have no name yet.
    private let unnamed: UInt32
    /// Changes the answer after so many checks.
    private let answerAfter: (checks: Int, status: picker_status)?
    /// Called at each check with its number, before it is answered. Set before the call begins.
    var onCheck: ((Int) -> Void)?
    private(set) var progressFault: String?
    private var progressDone: UInt64 = 0
    private var thread: ThreadIdentity?
    private var table: Guarded<picker_call>?

    init(
        deadline: UInt64 = 0, answering status: picker_status = PICKER_OK, afterChecks count: Int = 0,
        unnamed: UInt32 = 0, links: Links = .none
    ) {
        self.deadline = deadline
        self.unnamed = unnamed
        self.links = links
        answerAfter = status == PICKER_OK ? nil : (count, status)
        if status != PICKER_OK, count == 0 { change(to: status) }
    }

    /// From now on `check` answers this. Any thread.
    func change(to status: picker_status) {
        changeTime.store(Clock.now, ordering: .relaxed)
        answer.store(status, ordering: .releasing)
    }

    var checkCount: Int { checks.load(ordering: .relaxed) }
    /// Calls of `check` or `progress` after the function had returned.
    var lateCallCount: Int { lateCalls.load(ordering: .relaxed) }
    /// When the answer changed, on `Clock`; 0: it did not.
    var changedAt: UInt64 { changeTime.load(ordering: .relaxed) }

    /// The C table; made when the call begins, on its thread.
    func begin() -> UnsafePointer<picker_call> {
        thread = .current
        var table = picker_call()
        table.deadline = deadline
        table.next = links.first
        table.flags = unnamed
        table.context = LeakedMemory.leak(self)
        table.check = { CallProbe.from($0)?.check() ?? PICKER_OK }
        table.progress = { context, done, total in CallProbe.from(context)?.progress(done, total) }
        let guarded = Guarded(table)
        self.table = guarded
        return UnsafePointer(guarded.pointer)
    }

    func end() { hasEnded.store(true, ordering: .releasing) }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CallProbe? {
        context.map { Unmanaged<CallProbe>.fromOpaque($0).takeUnretainedValue() }
    }

    private func check() -> picker_status {
        if hasEnded.load(ordering: .acquiring) { lateCalls.add(1, ordering: .relaxed) }
        let count = checks.add(1, ordering: .relaxed).newValue
        onCheck?(count)
        if let answerAfter, count >= answerAfter.checks, changedAt == 0 { change(to: answerAfter.status) }
        if deadline != 0, Clock.now >= deadline, changedAt == 0 { change(to: PICKER_DEADLINE) }
        return answer.load(ordering: .acquiring)
    }

    private func progress(_ done: UInt64, _ total: UInt64) {
        guard !hasEnded.load(ordering: .acquiring) else {
            lateCalls.add(1, ordering: .relaxed)
            return
        }
        if let thread, thread != .current { progressFault = "it came on another thread" }
        if done < progressDone { progressFault = "it went from \(progressDone) back to \(done)" }
        if total != 0, done > total { progressFault = "\(done) of \(total) were done" }
        progressDone = done
    }
}
