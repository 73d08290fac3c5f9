/// Detects that a worker sends more messages without a reply than proper use explains. A pure value; times are in
/// nanoseconds.
struct FloodGuard {
    /// The most messages at once, and then per second. A worker of this project sends 20 lines of log and 50 reports of
    /// progress a second.
    private var messages: TokenBucket
    /// The most frames of one call: several degraded ones and the final one.
    private static let frameLimit = 256

    private var frames = 0
    /// The most bytes of the records of one call. The host keeps them, and a worker may send the same few megabytes again and
    /// again, so that what it may use itself does not limit them. A million assets take less than half of it.
    private static let recordLimit = 1 << 30
    private var recordBytes = 0

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

    /// Whether so many more bytes of records may come, at most as many as a message has.
    mutating func admitsRecords(byteCount: Int) -> Bool {
        recordBytes += byteCount
        return recordBytes <= Self.recordLimit
    }
}
