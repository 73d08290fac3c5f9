/// Decides for how long something that fails is tried again. The time counts from the first failure after the last success.
struct Patience {
    /// How long to try again, in nanoseconds.
    let length: UInt64
    private var since: UInt64?

    init(_ length: UInt64) { self.length = length }

    mutating func succeed() { since = nil }

    /// Whether to try again.
    ///
    /// - Parameter now: the time of the failure on the monotonic clock, in nanoseconds.
    mutating func goesOn(afterFailureAt now: UInt64) -> Bool {
        let first = since ?? now
        since = first
        return now - first <= length
    }
}
