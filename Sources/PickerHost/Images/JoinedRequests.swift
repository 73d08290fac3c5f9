/// Equal requests in flight, each of which is worked on once for all that wait for it. A pure value.
///
/// The newest value of a work is kept until its end, for those that join late; nothing older is.
struct JoinedRequests<Key: Hashable & Sendable, Work: Sendable, Value: Sendable, Waiter: Sendable> {
    private struct Entry {
        let key: Key
        let work: Work
        var waiters: [Int: Waiter] = [:]
        var newest: Value?
    }

    /// A place among those that wait.
    struct Place: Hashable, Sendable {
        fileprivate let entry: Int
        fileprivate let waiter: Int
    }

    /// What became of a request.
    enum Joined {
        /// No equal one is in flight: the work has to be begun.
        case begins
        /// An equal one is; with the newest value that it had so far.
        case joins(Work, newest: Value?)
    }

    private var entries: [Int: Entry] = [:]
    private var current: [Key: Int] = [:]
    private var nextNumber = 0

    /// How many works there are.
    var count: Int { entries.count }
    /// How many wait.
    var waiterCount: Int { entries.values.reduce(0) { $0 + $1.waiters.count } }

    /// - Parameter work: taken when there is none.
    mutating func join(_ key: Key, _ waiter: Waiter, or work: @autoclosure () -> Work) -> (Place, Joined) {
        defer { nextNumber += 1 }
        if let number = current[key], var entry = entries[number] {
            entry.waiters[nextNumber] = waiter
            entries[number] = entry
            return (Place(entry: number, waiter: nextNumber), .joins(entry.work, newest: entry.newest))
        }
        current[key] = nextNumber
        entries[nextNumber] = Entry(key: key, work: work(), waiters: [nextNumber: waiter])
        return (Place(entry: nextNumber, waiter: nextNumber), .begins)
    }

    /// What is left of a work, to be let go of by the caller: values may have more to do at their end than a lock allows.
    struct Ended {
        let work: Work
        let waiters: [Waiter]
        let newest: Value?
    }

    /// One of those that wait has gone.
    ///
    /// - Returns: the work, when no one waits for it any more: it is to be cancelled. An equal request begins a new one.
    mutating func leave(_ place: Place) -> Ended? {
        guard entries[place.entry]?.waiters.removeValue(forKey: place.waiter) != nil,
            entries[place.entry]?.waiters.isEmpty == true
        else { return nil }
        return remove(place.entry)
    }

    /// A work has a value, better than those before.
    ///
    /// - Parameter place: that of the request that began the work, which may have gone.
    /// - Returns: those that wait, none when the work is not wanted any more; and the value that it had before.
    mutating func add(_ value: Value, by place: Place) -> (waiters: [Waiter], former: Value?) {
        let former = entries[place.entry]?.newest
        entries[place.entry]?.newest = value
        return (waiters(of: place), former)
    }

    /// Those that wait for the work that a place belongs to.
    func waiters(of place: Place) -> [Waiter] {
        entries[place.entry].map { Array($0.waiters.values) } ?? []
    }

    /// A work ended.
    ///
    /// - Parameter place: that of the request that began it.
    mutating func end(by place: Place) -> Ended? { remove(place.entry) }

    private mutating func remove(_ number: Int) -> Ended? {
        guard let entry = entries.removeValue(forKey: number) else { return nil }
        if current[entry.key] == number { current[entry.key] = nil }
        return Ended(work: entry.work, waiters: Array(entry.waiters.values), newest: entry.newest)
    }
}
