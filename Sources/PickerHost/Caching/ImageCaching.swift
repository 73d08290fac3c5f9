internal import PhotoModel
internal import Platform

/// Makes images before they are asked for, at the lowest priority, so that they come from the caches then.
final class ImageCaching: Sendable {
    struct Key: Hashable, Sendable {
        let asset: Asset
        let options: ImageOptions
        let encoding: ImageEncoding
    }

    typealias Maker = @Sendable (Key) async -> Void

    private struct State {
        var queue = CachingQueue<Key>(waitingLimit: 2000, runningLimit: 2)
        var tasks: [Key: (number: Int, task: Task<Void, Never>)] = [:]
        var lastNumber = 0
        var isShutDown = false
    }

    private let state = Mutex(State())

    func start(_ keys: [Key], make: @escaping Maker) {
        state.withLock { state in
            guard !state.isShutDown else { return }
            begin(state.queue.start(keys), &state, make)
        }
    }

    func stop(_ keys: [Key], make: @escaping Maker) {
        state.withLock { state in
            let (cancelled, begun) = state.queue.stop(keys)
            for key in cancelled { state.tasks.removeValue(forKey: key)?.task.cancel() }
            begin(begun, &state, make)
        }
    }

    func stopAll() {
        let tasks = state.withLock { state in
            defer { state.tasks = [:] }
            _ = state.queue.stopAll()
            return state.tasks.values.map(\.task)
        }
        tasks.forEach { $0.cancel() }
    }

    func shutDown() {
        state.withLock { $0.isShutDown = true }
        stopAll()
    }

    /// How many wait, and how many are made.
    var counts: (waiting: Int, running: Int) { state.withLock { $0.queue.counts } }

    /// Under the lock.
    private func begin(_ keys: [Key], _ state: inout State, _ make: @escaping Maker) {
        for key in keys {
            state.lastNumber += 1
            let number = state.lastNumber
            state.tasks[key] = (
                number,
                Task.detached { [weak self] in
                    await make(key)
                    self?.end(key, number, make)
                }
            )
        }
    }

    private func end(_ key: Key, _ number: Int, _ make: @escaping Maker) {
        state.withLock { state in
            // One that was stopped is not in the queue any more, or is there again with another task.
            guard state.tasks[key]?.number == number else { return }
            state.tasks[key] = nil
            begin(state.queue.end(key), &state, make)
        }
    }
}
