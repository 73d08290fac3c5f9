/// Detects that a worker sends more messages without a reply than proper use explains. A pure value; times are in
/// nanoseconds.
struct FloodGuard {
    /// The most messages at once, and then per second. A worker of this project sends 20 lines of log and 50 reports of
    /// progress a second.
    private static let burst: UInt64 = 10_000
    private static let perSecond: UInt64 = 1000
    /// The most frames of one call: several degraded ones and the final one.
    private static let frameLimit = 256

    private var room = Self.burst
    private var last: UInt64
    private var frames = 0

    init(now: UInt64) { last = now }

    /// Whether one more message may come.
    mutating func admitsMessage(at now: UInt64) -> Bool {
        let gained = (max(now, last) - last) / (1_000_000_000 / Self.perSecond)
        if gained > 0 {
            room = min(Self.burst, room + min(gained, Self.burst))
            last = now
        }
        guard room > 0 else { return false }
        room -= 1
        return true
    }

    /// Whether one more frame may come.
    mutating func admitsFrame() -> Bool {
        frames += 1
        return frames <= Self.frameLimit
    }
}
