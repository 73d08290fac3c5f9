/// When the next worker may be started, after some ended. One that ended after it had answered calls is replaced at once. Of
/// those that ended before, the next one comes later the more there were in a row, and in the end no call waits for it.
/// A pure value; times in nanoseconds.
struct RestartDelay {
    private static let delays: [UInt64] = [
        0, 100_000_000, 500_000_000, 2_000_000_000, 5_000_000_000, 10_000_000_000, 30_000_000_000,
    ]
    /// So many workers in a row that answered nothing are no accident.
    private static let patience = 3
    /// So many that were ended from outside one after the other, before they had answered, are no accident either: whatever ends
    /// them goes on.
    private static let outsidePatience = 10

    /// Workers in a row that ended without an answer.
    private var endings = 0
    private var due: UInt64 = 0
    private var hasServed = false
    /// Workers in a row that were ended from outside without an answer.
    private var outsideEndings = 0

    mutating func started() { hasServed = false }

    /// The worker answered a call.
    mutating func served() { hasServed = true }

    /// - Parameter isFromOutside: the worker is not why it ended.
    mutating func ended(at now: UInt64, isFromOutside: Bool = false) {
        if hasServed { (endings, outsideEndings) = (0, 0) }
        hasServed = false
        if isFromOutside {
            outsideEndings += 1
            guard outsideEndings > Self.outsidePatience else { return }
        }
        due = now + Self.delays[min(endings, Self.delays.count - 1)]
        endings += 1
    }

    func isDue(at now: UInt64) -> Bool { now >= due }

    /// Seconds until the next worker may be started, when calls are not to wait for that; nil: they are.
    func refusalSeconds(at now: UInt64) -> Int? {
        guard endings > Self.patience, now < due else { return nil }
        return Int((due - now + 999_999_999) / 1_000_000_000)
    }
}
