internal import SystemThreads

/// A bounded number of threads that call the synchronous backends. A thread starts when there is work for it and
/// none is idle; all end after `shutDown`, when the queue is empty.
final class WorkerPool: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var queue = JobQueue<Job>()
        var threads = 0
        var idle = 0
        var isShutDown = false
    }

    private let limit: Int
    private let monitor = Monitor(State())

    /// - Parameter limit: threads at most, at least 1.
    init(limit: Int) { self.limit = max(1, limit) }

    /// Threads of this pool now.
    var threadCount: Int { monitor.withLock { $0.threads } }

    /// Queues a job. It runs in any case, also after `shutDown`: somebody may wait for what it does at its end.
    func submit(priority: RequestPriority, _ job: @escaping Job) {
        let needsThread = monitor.withLock { state in
            state.queue.append(job, priority: priority)
            guard state.queue.count > state.idle, state.threads < limit else { return false }
            state.threads += 1
            return true
        }
        if needsThread { startThread() } else { monitor.wakeOne() }
    }

    /// Lets the threads end once the queue is empty.
    func shutDown() {
        monitor.withLock { $0.isShutDown = true }
        monitor.wakeAll()
    }

    private func startThread() {
        if WorkerThread.start({ [self] in work() }) { return }
        // The system has no thread: another one of the pool takes the job, or the caller does it itself.
        let isAlone = monitor.withLock { state in
            state.threads -= 1
            return state.threads == 0
        }
        if isAlone { while let job = monitor.withLock({ $0.queue.popFirst() }) { job() } }
    }

    private func work() {
        while let job = next() { job() }
    }

    /// The next job; nil when the thread is to end.
    private func next() -> Job? {
        var isWaiting = false
        return monitor.waitUntil { state -> Job?? in
            if isWaiting { state.idle -= 1 }
            isWaiting = false
            if let job = state.queue.popFirst() { return .some(job) }
            if state.isShutDown {
                state.threads -= 1
                return .some(nil)
            }
            state.idle += 1
            isWaiting = true
            return nil
        }
    }
}
