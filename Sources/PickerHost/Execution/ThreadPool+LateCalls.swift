internal import Logging
internal import PhotoModel
internal import Platform

// Calls that ignore their time cost their threads.
extension ThreadPool {
    /// Looks for them as long as there are calls.
    func watch(_ state: inout State) {
        guard let callTime, !state.isWatched else { return }
        state.isWatched = true
        let interval = min(.seconds(1), callTime + grace)
        Task.detached { [weak self] in
            repeat { try? await Task.sleep(for: interval) } while self?.goesOnWatching() ?? false
        }
    }

    private func goesOnWatching() -> Bool {
        giveUpLate(at: MonotonicTime.now)
        return monitor.withLock { state in
            state.isWatched = state.running.isTimed
            return state.isWatched
        }
    }

    /// Gives up the threads of calls whose time is over, and starts others.
    func giveUpLate(at now: UInt64) {
        let (late, stranded, starting): ([PoolJob], [PoolJob], Int) = monitor.withLock { state in
            let (late, bytes) = state.running.giveUp(at: now)
            state.budget?.end(bytes)
            guard !late.isEmpty else { return ([], [], 0) }
            var starting = 0
            while reserveThread(&state) { starting += 1 }
            return (late, takeStranded(&state), starting)
        }
        guard !late.isEmpty else { return }
        for _ in 0..<starting { startThread() }
        monitor.wakeAll()
        for job in late {
            let backend = job.control?.backend ?? "the backend"
            logger.warning("\(backend): \(job.control?.name ?? name) ignores its time and keeps its thread")
            job.giveUp(PhotoError(.deadline, "\(backend): it did not answer in time and does not stop"))
        }
        giveUp(stranded: stranded)
    }

    /// With no thread left, what waits would wait for ever.
    func takeStranded(_ state: inout State) -> [PoolJob] {
        var stranded: [PoolJob] = []
        while state.threads > 0, state.threads == state.running.lostCount, let taken = state.queue.popFirst() {
            stranded.append(taken.job)
        }
        return stranded
    }

    func giveUp(stranded: [PoolJob]) {
        for job in stranded {
            job.giveUp(PhotoError(.deadline, "all threads for \(name) are in calls that do not end; restart Picker"))
        }
    }
}
