/// How long what fails for a while is begun again: counted from the first failure after something succeeded, however long that took.
struct Patience {
    /// For how long, in nanoseconds.
    let length: UInt64
    private var since: UInt64?

    init(_ length: UInt64) { self.length = length }

    mutating func succeed() { since = nil }

    /// Whether it is to be begun once more.
    ///
    /// - Parameter now: when it failed, on the monotonic clock.
    mutating func goesOn(afterFailureAt now: UInt64) -> Bool {
        let first = since ?? now
        since = first
        return now - first <= length
    }
}
