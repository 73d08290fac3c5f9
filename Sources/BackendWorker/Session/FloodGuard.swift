/// Detects that a worker sends more messages without a reply than proper use explains. A pure value; times are in
/// nanoseconds.
struct FloodGuard {
    /// The most messages at once, and then per second. A worker of this project sends 20 lines of log and 50 reports of
    /// progress a second.
    private var messages: TokenBucket
    /// The most frames of one call: several degraded ones and the final one.
    private static let frameLimit = 256

    private var frames = 0

    init(now: UInt64) { messages = TokenBucket(burst: 10_000, perSecond: 1000, now: now) }

    /// Whether one more message may come.
    mutating func admitsMessage(at now: UInt64) -> Bool {
        messages.fill(at: now)
        return messages.take()
    }

    /// Whether one more frame may come.
    mutating func admitsFrame() -> Bool {
        frames += 1
        return frames <= Self.frameLimit
    }
}
