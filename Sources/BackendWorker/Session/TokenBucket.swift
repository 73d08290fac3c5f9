/// How much of something may come: so much at once, and then so much per second. A pure value; times are in nanoseconds.
struct TokenBucket: Sendable {
    private let burst: UInt64
    private let perSecond: UInt64
    private(set) var room: UInt64
    /// When `room` was right.
    private var last: UInt64

    init(burst: UInt64, perSecond: UInt64, now: UInt64 = 0) {
        (self.burst, self.perSecond, room, last) = (burst, perSecond, burst, now)
    }

    /// Adds what the time since the last call is worth.
    mutating func fill(at now: UInt64) {
        let elapsed = max(now, last) - last
        // After that much time it is full, and years of silence need not be multiplied.
        guard elapsed < (burst / perSecond + 1) * 1_000_000_000 else {
            (room, last) = (burst, now)
            return
        }
        let gained = elapsed * perSecond / 1_000_000_000
        guard gained > 0 else { return }
        room = min(burst, room + gained)
        // The part of the time that gave nothing yet counts the next time.
        last += gained * 1_000_000_000 / perSecond
    }

    /// Takes an amount.
    ///
    /// - Returns: false, and nothing is taken, if there is not so much room.
    mutating func take(_ count: UInt64 = 1) -> Bool {
        guard count <= room else { return false }
        room -= count
        return true
    }
}
