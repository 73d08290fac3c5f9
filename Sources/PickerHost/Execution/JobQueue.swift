/// Jobs by priority, first in first out within one. A pure value.
struct JobQueue<Job> {
    /// Nil where a job was taken: what it holds must not live as long as the queue.
    private var waiting: [[Job?]] = RequestPriority.allCases.map { _ in [] }
    /// Index of the next job of each priority; the places of taken jobs are dropped in bulk.
    private var heads: [Int] = RequestPriority.allCases.map { _ in 0 }

    var count: Int { zip(waiting, heads).reduce(0) { $0 + $1.0.count - $1.1 } }

    mutating func append(_ job: Job, priority: RequestPriority) {
        waiting[priority.rawValue].append(job)
    }

    mutating func popFirst() -> Job? {
        for level in waiting.indices where heads[level] < waiting[level].count {
            let job = waiting[level][heads[level]].take()
            heads[level] += 1
            dropTaken(level)
            return job
        }
        return nil
    }

    private mutating func dropTaken(_ level: Int) {
        guard heads[level] > 64, heads[level] * 2 > waiting[level].count else { return }
        waiting[level].removeFirst(heads[level])
        heads[level] = 0
    }
}
