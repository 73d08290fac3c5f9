/// Which images are made before they are asked for, and in which order: the newest window first, a few at a time. A pure value of
/// bounded size.
struct CachingQueue<Key: Hashable & Sendable>: Sendable {
    /// So many wait at most; of those that were asked for first, the rest is not made.
    let waitingLimit: Int
    /// So many are made at once.
    let runningLimit: Int
    /// The next one last.
    private var waiting: [Key] = []
    private var running: Set<Key> = []

    /// - Parameters:
    ///   - waitingLimit: at least 1.
    ///   - runningLimit: at least 1.
    init(waitingLimit: Int, runningLimit: Int) {
        self.waitingLimit = max(1, waitingLimit)
        self.runningLimit = max(1, runningLimit)
    }

    /// How many wait, and how many are made.
    var counts: (waiting: Int, running: Int) { (waiting.count, running.count) }

    /// Images that will be asked for soon, the most urgent first.
    ///
    /// - Returns: those to begin now.
    mutating func start(_ keys: [Key]) -> [Key] {
        var asked: Set<Key> = []
        let new = keys.prefix(waitingLimit).filter { !running.contains($0) && asked.insert($0).inserted }
        waiting.removeAll { asked.contains($0) }
        waiting += new.reversed()
        waiting.removeFirst(max(0, waiting.count - waitingLimit))
        return begin()
    }

    /// Images that will not be asked for after all.
    ///
    /// - Returns: those to cancel, and those to begin instead.
    mutating func stop(_ keys: [Key]) -> (cancel: [Key], begin: [Key]) {
        let gone = Set(keys)
        waiting.removeAll { gone.contains($0) }
        let cancelled = running.filter { gone.contains($0) }
        running.subtract(cancelled)
        return (Array(cancelled), begin())
    }

    /// None will be asked for.
    ///
    /// - Returns: those to cancel.
    mutating func stopAll() -> [Key] {
        defer { (waiting, running) = ([], []) }
        return Array(running)
    }

    /// One was made, or not.
    ///
    /// - Returns: those to begin now.
    mutating func end(_ key: Key) -> [Key] {
        running.remove(key)
        return begin()
    }

    private mutating func begin() -> [Key] {
        var begun: [Key] = []
        while running.count < runningLimit, let key = waiting.popLast() {
            running.insert(key)
            begun.append(key)
        }
        return begun
    }
}
