internal import Logging
internal import PhotoModel
internal import Platform

/// A bounded number of threads that call the synchronous backends. A thread starts when there is work for it and
/// none is idle; all end after `shutDown`, when the queue is empty.
///
/// A call that ignores its time costs its thread: it is counted as lost, and another one takes its place.
final class ThreadPool: Sendable {
    typealias Job = @Sendable () -> Void

    struct State {
        var queue: JobQueue<PoolJob>
        var budget: MemoryBudget?
        var running = RunningCalls<PoolJob>()
        var threads = 0
        var idle = 0
        var isShutDown = false
        /// Whether a task looks for calls that ignore their time.
        var isWatched = false
    }

    /// What is done here, for the log.
    let name: String
    let limit: Int
    let callTime: Duration?
    let grace: Duration
    let monitor: Monitor<State>
    let logger = Logger(label: "picker.library")

    /// - Parameters:
    ///   - limit: threads at most, at least 1, besides those that were lost.
    ///   - callTime: how long a call may take; nil: for ever.
    ///   - grace: how long after that it has to end before its thread is given up.
    ///   - budget: for jobs that are charged memory; nil: there is no bound.
    ///   - order: in which visible jobs are taken.
    init(
        _ name: String = "calls", limit: Int, callTime: Duration? = nil, grace: Duration = .seconds(5),
        budget: MemoryBudget? = nil, order: JobQueue<PoolJob>.Order = .oldestFirst
    ) {
        self.name = name
        self.limit = max(1, limit)
        self.callTime = callTime
        self.grace = grace
        monitor = Monitor(State(queue: JobQueue(order), budget: budget))
    }

    /// Threads of this pool now, the lost ones not counted in.
    var threadCount: Int { monitor.withLock { $0.threads - $0.running.lostCount } }

    /// Threads that are still in calls that ignored their time.
    var lostThreadCount: Int { monitor.withLock { $0.running.lostCount } }

    /// Queues a job. It runs in any case, also after `shutDown`: its caller may wait for what it does at its end.
    func submit(priority: RequestPriority, _ job: @escaping Job) {
        submit(PoolJob(control: nil, run: job, giveUp: { _ in }), priority: priority)
    }

    /// Queues a job. It runs, or is given up.
    ///
    /// - Parameter bytes: what it is charged; 0: nothing.
    func submit(_ job: PoolJob, priority: RequestPriority, bytes: Int = 0) {
        let (needsThread, stranded) = monitor.withLock { state in
            state.queue.append(job, priority: priority, bytes: bytes)
            return (reserveThread(&state), takeStranded(&state))
        }
        if needsThread { startThread() } else { monitor.wakeOne() }
        giveUp(stranded: stranded)
        // It may have been cancelled before it was there to be withdrawn.
        if let control = job.control, control.isCancelled { withdraw(control) }
    }

    /// Counts a thread more when there is work for it; then it has to be started.
    func reserveThread(_ state: inout State) -> Bool {
        guard state.queue.count > state.idle, state.threads < limit + state.running.replacedCount else { return false }
        state.threads += 1
        return true
    }

    /// Ends the job of a call that was cancelled, if no thread took it yet.
    func withdraw(_ control: CallControl) {
        let withdrawn = monitor.withLock { $0.queue.remove { $0.control === control } }
        withdrawn?.job.giveUp(.cancelled)
        // What waited for this one to have its turn.
        if withdrawn != nil { monitor.wakeAll() }
    }

    /// Lets the job of a call wait with a higher priority from now on, if no thread took it yet.
    func hasten(_ control: CallControl, to priority: RequestPriority) {
        monitor.withLock { $0.queue.hasten(to: priority) { $0.control === control } }
    }

    /// Lets the threads end once the queue is empty.
    func shutDown() {
        monitor.withLock { $0.isShutDown = true }
        monitor.wakeAll()
    }

    /// Charges memory that a result takes, until `release`.
    func hold(_ bytes: Int) { monitor.withLock { $0.budget?.hold(bytes) } }

    /// Gives back what `hold` charged.
    func release(_ bytes: Int) {
        monitor.withLock { $0.budget?.release(bytes) }
        monitor.wakeAll()
    }

    /// Whether jobs wait for a thread, or for memory.
    var hasWaiting: Bool { monitor.withLock { $0.queue.count > 0 } }

    /// What is charged now, by jobs and results together.
    var chargedBytes: Int { monitor.withLock { ($0.budget?.working ?? 0) + ($0.budget?.held ?? 0) } }
}

// The threads.
extension ThreadPool {
    /// Starts a thread that runs `body` and ends. Backends are synchronous and may block: they never run on Swift's
    /// cooperative threads.
    ///
    /// - Returns: false when the system has no thread to give.
    static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
        // Codecs recurse little; what they need fits well into a megabyte.
        DetachedThread.start(stackBytes: 1 << 20, body)
    }

    func startThread() {
        if Self.startThread({ [self] in work() }) { return }
        // The system has no thread: another one of the pool takes the job, or the caller does it itself.
        let isAlone = monitor.withLock { state in
            state.threads -= 1
            // Those that are lost take nothing any more.
            return state.threads == state.running.lostCount
        }
        if isAlone { while let taken = monitor.withLock({ $0.queue.popFirst() }) { taken.job.run() } }
    }

    private func work() {
        while let taken = next() {
            taken.job.run()
            guard goesOn(after: taken.number) else { return }
        }
    }

    /// The next job; nil when the thread is to end.
    private func next() -> JobQueue<PoolJob>.Taken? {
        var isWaiting = false
        return monitor.waitUntil { state -> JobQueue<PoolJob>.Taken?? in
            if isWaiting { state.idle -= 1 }
            isWaiting = false
            if let taken = state.queue.popFirst(within: state.isShutDown ? nil : state.budget) {
                begin(taken, &state)
                return .some(taken)
            }
            if state.isShutDown {
                state.threads -= 1
                return .some(nil)
            }
            state.idle += 1
            isWaiting = true
            return nil
        }
    }

    private func begin(_ taken: JobQueue<PoolJob>.Taken, _ state: inout State) {
        state.budget?.begin(taken.bytes)
        var end: UInt64?
        if let callTime, let control = taken.job.control {
            control.begin(deadline: MonotonicTime.now + max(callTime, control.leastTime).nanoseconds)
            end = control.deadline + grace.nanoseconds
            watch(&state)
        }
        state.running.begin(taken.number, taken.job, bytes: taken.bytes, end: end)
    }

    /// Whether the thread of a job that ended takes another one.
    private func goesOn(after number: Int) -> Bool {
        let (bytes, isLost) = monitor.withLock { state in
            let (bytes, isLost) = state.running.end(number)
            state.budget?.end(bytes)
            // Another thread has its place.
            if isLost { state.threads -= 1 }
            return (bytes, isLost)
        }
        // What did not fit before may fit now, and more than one of it.
        if bytes > 0 { monitor.wakeAll() }
        return !isLost
    }
}
