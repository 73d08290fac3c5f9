/// Decides when the next worker may be started. One that ended after it had answered calls is replaced at once. The
/// more workers in a row ended before they answered anything, the later the next one is started, and in the end no call
/// waits for it. A pure value; times are in nanoseconds.
struct RestartDelay {
    private static let delays: [UInt64] = [
        0, 100_000_000, 500_000_000, 2_000_000_000, 5_000_000_000, 10_000_000_000, 30_000_000_000,
    ]
    /// After more workers in a row than this ended without an answer, calls do not wait for the next one.
    private static let patience = 3
    /// This many workers in a row may be ended from outside before they answered; beyond that, they count as others do,
    /// since whatever ends them goes on.
    private static let outsidePatience = 10

    /// The number of workers in a row that ended without an answer.
    private var endings = 0
    private var due: UInt64 = 0
    private var hasServed = false
    /// The number of workers in a row that were ended from outside without an answer.
    private var outsideEndings = 0

    mutating func started() { hasServed = false }

    /// Notes that the worker answered a call.
    mutating func served() { hasServed = true }

    /// Notes that the worker ended.
    ///
    /// - Parameter isFromOutside: whether it was ended from outside.
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

    /// The seconds until the next worker may be started, if calls should fail instead of waiting for it; nil if they
    /// should wait.
    func refusalSeconds(at now: UInt64) -> Int? {
        guard endings > Self.patience, now < due else { return nil }
        return Int((due - now + 999_999_999) / 1_000_000_000)
    }
}
