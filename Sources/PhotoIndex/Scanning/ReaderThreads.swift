internal import Platform

/// Threads that process units of work. One other thread hands out the units and takes the results.
///
/// The threads live as long as this object; `stop` ends and joins them.
final class ReaderThreads<Unit: Sendable, Result: Sendable> {
    private struct State: Sendable {
        var units: [Unit] = []
        var results: [Result] = []
        var isStopped = false
    }

    private let monitor = Monitor(State())
    private let work: @Sendable (Unit) -> Result
    private var threads: [JoinableThread] = []
    /// The number of units that were handed out and whose results were not taken yet.
    private(set) var pendingCount = 0
    private let capacity: Int

    /// - Parameter capacity: how many units may be pending at once.
    init(count: Int, capacity: Int, work: @escaping @Sendable (Unit) -> Result) {
        self.capacity = capacity
        self.work = work
        let monitor = monitor
        for _ in 0..<count {
            let thread = JoinableThread(blocksSignals: true) { Self.run(monitor, work) }
            if let thread { threads.append(thread) }
        }
    }

    deinit { stop() }

    var isFull: Bool { pendingCount >= capacity }

    func submit(_ unit: Unit) {
        pendingCount += 1
        monitor.withLock { $0.units.append(unit) }
        monitor.wakeOne()
    }

    /// Takes the finished results; waits for the first one for at most `milliseconds`.
    func take(milliseconds: Int) -> [Result] {
        if threads.isEmpty { workHere() }  // The system could not start a thread.
        let results = monitor.wait(milliseconds: milliseconds) { state in
            defer { state.results = [] }
            return state.results.isEmpty ? nil : state.results
        }
        pendingCount -= results?.count ?? 0
        return results ?? []
    }

    /// Drops the units that were not started, and waits until the threads end.
    func stop() {
        monitor.withLock { $0.isStopped = true }
        monitor.wakeAll()
        for thread in threads { thread.join() }
        threads = []
    }

    private func workHere() {
        guard let unit = monitor.withLock({ $0.units.popLast() }) else { return }
        let result = work(unit)
        monitor.withLock { $0.results.append(result) }
    }

    private static func run(_ monitor: Monitor<State>, _ work: @Sendable (Unit) -> Result) {
        while true {
            let next: Unit?? = monitor.waitUntil { state in
                if state.isStopped { return .some(nil) }
                return state.units.isEmpty ? nil : .some(state.units.removeFirst())
            }
            guard case .some(.some(let unit)) = next else { return }
            let result = work(unit)
            monitor.withLock { $0.results.append(result) }
            monitor.wakeAll()
        }
    }
}
