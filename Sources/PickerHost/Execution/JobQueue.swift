/// Jobs by priority, first in first out within one, or the newest of the visible first. A job waits until the budget admits it,
/// and smaller ones may go before it meanwhile, a few times. A pure value.
struct JobQueue<Job> {
    /// In which order visible jobs are taken.
    enum Order {
        case oldestFirst
        /// What came last is on a screen for longest: while one scrolls, the oldest leaves it before it is made. A job that
        /// many newer ones were taken before comes first.
        case newestFirst
    }

    /// A job that waits.
    private struct Entry {
        let number: Int
        let bytes: Int
        /// How many jobs had been taken when it came.
        let takenBefore: Int
        let job: Job
        /// How many jobs that came after it were taken before it.
        var overtakenCount = 0
    }

    /// What was taken out.
    struct Taken {
        let number: Int
        /// What it is charged.
        let bytes: Int
        let job: Job
    }

    /// So often a job is overtaken by others because it needs more memory than is left at the moment. Then it is next.
    private static var overtakingLimit: Int { 8 }
    /// So many jobs are taken before an old one while newer ones come: more than leave a screen in the time that a cell is on it.
    private static var newerLimit: Int { 64 }

    private let order: Order

    /// Nil where a job was taken: what it holds must not live as long as the queue.
    private var waiting: [[Entry?]] = RequestPriority.allCases.map { _ in [] }
    /// Index of the first job of each priority; the places of taken jobs are dropped in bulk.
    private var heads: [Int] = RequestPriority.allCases.map { _ in 0 }
    private var nextNumber = 0
    private var takenCount = 0

    private(set) var count = 0

    init(_ order: Order = .oldestFirst) { self.order = order }

    /// - Parameter bytes: of memory that it needs; 0: none worth speaking of.
    /// - Returns: the job's number.
    @discardableResult
    mutating func append(_ job: Job, priority: RequestPriority, bytes: Int = 0) -> Int {
        defer { nextNumber += 1 }
        waiting[priority.rawValue].append(
            Entry(number: nextNumber, bytes: bytes, takenBefore: takenCount, job: job))
        count += 1
        return nextNumber
    }

    /// Takes the next job that the budget admits; nil when there is none. The budget is not changed.
    mutating func popFirst(within budget: MemoryBudget? = nil) -> Taken? {
        var passed: [(level: Int, index: Int)] = []
        for level in waiting.indices {
            for index in indices(of: level) {
                guard let entry = waiting[level][index] else { continue }
                if budget?.admits(entry.bytes) ?? true {
                    for place in passed { waiting[place.level][place.index]?.overtakenCount += 1 }
                    return take(level, index)
                }
                // One that waits for readers would gain nothing from others waiting too.
                let waitsForJobs = budget?.admitsWithoutOthers(entry.bytes) ?? true
                if waitsForJobs, entry.overtakenCount >= Self.overtakingLimit { return nil }
                passed.append((level, index))
            }
        }
        return nil
    }

    /// The places of a priority, in the order in which they are looked at.
    private func indices(of level: Int) -> StrideTo<Int> {
        let (head, end) = (heads[level], waiting[level].count)
        guard order == .newestFirst, level == RequestPriority.visible.rawValue, head < end,
            let oldest = waiting[level][head], takenCount - oldest.takenBefore < Self.newerLimit
        else { return stride(from: head, to: end, by: 1) }
        return stride(from: end - 1, to: head - 1, by: -1)
    }

    /// Takes out the first job that `isWanted` selects; nil when none waits any more.
    mutating func remove(where isWanted: (Job) -> Bool) -> Taken? {
        for level in waiting.indices {
            for index in heads[level]..<waiting[level].count {
                if let entry = waiting[level][index], isWanted(entry.job) { return take(level, index) }
            }
        }
        return nil
    }

    /// Lets the first job that `isWanted` selects wait with a higher priority than its own, behind those that have it.
    mutating func hasten(to priority: RequestPriority, where isWanted: (Job) -> Bool) {
        for level in waiting.indices.dropFirst(priority.rawValue + 1) {
            for index in heads[level]..<waiting[level].count {
                guard let entry = waiting[level][index], isWanted(entry.job) else { continue }
                _ = take(level, index)
                waiting[priority.rawValue].append(entry)
                count += 1
                return
            }
        }
    }

    private mutating func take(_ level: Int, _ index: Int) -> Taken? {
        guard let entry = waiting[level][index].take() else { return nil }
        count -= 1
        takenCount += 1
        while case .some(.none) = waiting[level].last { waiting[level].removeLast() }
        heads[level] = min(heads[level], waiting[level].count)
        while heads[level] < waiting[level].count, waiting[level][heads[level]] == nil { heads[level] += 1 }
        dropTaken(level)
        return Taken(number: entry.number, bytes: entry.bytes, job: entry.job)
    }

    private mutating func dropTaken(_ level: Int) {
        guard heads[level] > 64, heads[level] * 2 > waiting[level].count else { return }
        waiting[level].removeFirst(heads[level])
        heads[level] = 0
    }
}
