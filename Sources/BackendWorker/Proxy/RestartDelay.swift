/// When the next worker may be started, after some ended: at once the first time, and later the more of them ended soon.
/// A pure value; times in nanoseconds.
struct RestartDelay {
    private static let delays: [UInt64] = [0, 100_000_000, 500_000_000, 2_000_000_000, 5_000_000_000]
    /// A worker that lived so long did not end because it was started.
    private static let calmAfter: UInt64 = 10_000_000_000

    private var startedAt: UInt64 = 0
    private var endings = 0
    private var due: UInt64 = 0

    mutating func started(at now: UInt64) { startedAt = now }

    mutating func ended(at now: UInt64) {
        if now - min(now, startedAt) >= Self.calmAfter { endings = 0 }
        due = now + Self.delays[min(endings, Self.delays.count - 1)]
        endings += 1
        startedAt = now
    }

    func isDue(at now: UInt64) -> Bool { now >= due }
}
